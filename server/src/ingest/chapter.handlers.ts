import { recordChange } from '../audit/record-change.ts';
import { lockBout } from '../bouts/bout.repository.ts';
import {
  deleteChapter,
  findChapter,
  listChapters,
  type Shown,
  saveChapter,
} from '../bouts/chapter.repository.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import { placesToEdit } from './edited-replay.ts';
import { findIngest, lockIngest } from './ingest.repository.ts';
import type { IngestRow } from './ingest.tables.ts';
import type { Ingest } from './ingest.ts';

interface Deps {
  db: Db;
  ingest: Ingest;
}

const shownBy = ({ id, film }: IngestRow): Shown => ({ ingestId: id, filmId: film?.id ?? null });

/** Where bouts begin in a replay, set by hand: a film has no clock of the evening, and a bell may have been forgotten. */
export function chapterHandlers({
  db,
  ingest,
}: Deps): Handlers<'listChapters' | 'setChapter' | 'deleteChapter'> {
  return {
    async listChapters({ path }) {
      const row = await findIngest(db, path);
      if (row === undefined) throw problem('not-found');
      const data = await listChapters(db, shownBy(row), path.blockId);
      return { status: 200, body: { data, total: data.length } };
    },

    async setChapter({ path, body, request }) {
      const row = await findIngest(db, path);
      const length = (await placesToEdit(ingest, row)).at(-1) ?? 0;
      const { seconds } = body;
      const takenAt = row && (await ingest.broadcasts.takenAt(row, seconds));
      if (takenAt === undefined)
        throw validationProblem([
          bodyIssue('/seconds', `Is not before the end of the recording, which is ${length} seconds long.`),
        ]);
      await db.transaction().execute(async (trx) => {
        const now = await lockIngest(trx, path);
        const bout = await lockBout(trx, path.eventId, path.boutId);
        if (now === undefined || bout?.blockId !== path.blockId.toLowerCase()) throw problem('not-found');
        // A film may have come meanwhile, or a new key.
        if (now.film?.id !== row?.film?.id || now.endedAt === null)
          throw problem('conflict', { detail: 'The replay has changed meanwhile: look at it again.' });
        const shown = shownBy(now);
        const before = (await findChapter(trx, shown, bout.id)) ?? null;
        if (before?.seconds === seconds) return;
        const after = { boutId: bout.id, seconds };
        await saveChapter(trx, { ...shown, ...after, startsAt: new Date(takenAt).toISOString() });
        await recordChange(trx, request, { action: 'setChapter', entityId: now.id, before, after });
      });
      return { status: 204 };
    },

    async deleteChapter({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const row = await lockIngest(trx, path);
        if (row === undefined) throw problem('not-found');
        const before = await findChapter(trx, shownBy(row), path.boutId);
        if (before === undefined) return;
        await deleteChapter(trx, shownBy(row), path.boutId);
        await recordChange(trx, request, { action: 'deleteChapter', entityId: row.id, before, after: null });
      });
      return { status: 204 };
    },
  };
}
