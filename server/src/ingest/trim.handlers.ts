import type { FastifyRequest } from 'fastify';
import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { type LiveStreamPath, lockLiveStream } from '../events/live-stream.repository.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import { snapTrim, type Trim } from '../media/origin/trim.ts';
import { goesOn, placesToEdit } from './edited-replay.ts';
import { findIngest, lockIngest, updateTrim } from './ingest.repository.ts';
import type { IngestRow } from './ingest.tables.ts';
import type { Ingest } from './ingest.ts';

interface Deps {
  db: Db;
  ingest: Ingest;
}

/** Start and end of a replay. */
export function trimHandlers({
  db,
  ingest,
}: Deps): Handlers<'listCutPlaces' | 'trimReplay' | 'restoreReplay'> {
  const placesOf = (row: IngestRow | undefined) => placesToEdit(ingest, row);

  const save = async (
    { path, request }: { path: LiveStreamPath; request: FastifyRequest },
    action: 'trimReplay' | 'restoreReplay',
    trim: Trim | null,
  ) => {
    const id = await db.transaction().execute(async (trx) => {
      const stream = await lockLiveStream(trx, path);
      const row = await lockIngest(trx, path);
      if (stream === undefined || row === undefined) throw problem('not-found');
      // A new key may have opened the broadcast meanwhile.
      if (trim !== null && row.endedAt === null) throw goesOn();
      await updateTrim(trx, row.id, trim);
      await recordChange(trx, request, {
        action,
        entityId: row.id,
        before: { trim: row.trim },
        after: { trim },
      });
      return row.id;
    });
    await ingest.broadcasts.refresh(id);
  };

  return {
    async listCutPlaces({ path }) {
      const cutPlaces = await placesOf(await findIngest(db, path));
      return { status: 200, body: { seconds: cutPlaces.at(-1) ?? 0, cutPlaces } };
    },

    async trimReplay({ path, body, request }) {
      const places = await placesOf(await findIngest(db, path));
      const seconds = places.at(-1) ?? 0;
      check(body, seconds);
      const trim = snapTrim(places, body);
      const isWhole = trim.startSeconds === 0 && trim.endSeconds === seconds;
      await save({ path, request }, 'trimReplay', isWhole ? null : trim);
      return { status: 200, body: trim };
    },

    async restoreReplay({ path, request }) {
      await save({ path, request }, 'restoreReplay', null);
      return { status: 204 };
    },
  };
}

/** The length is rounded where people see it. */
const tolerance = 0.5;

function check({ startSeconds, endSeconds }: Trim, seconds: number) {
  const issues = [];
  if (startSeconds >= endSeconds) issues.push(bodyIssue('/startSeconds', 'Must be before the end.'));
  if (endSeconds > seconds + tolerance)
    issues.push(
      bodyIssue('/endSeconds', `Is after the end of the recording, which is ${seconds} seconds long.`),
    );
  if (issues.length > 0) throw validationProblem(issues);
}
