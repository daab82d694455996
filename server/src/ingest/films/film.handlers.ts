import type { Readable } from 'node:stream';
import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import { brokenUnique } from '../../db/constraints.ts';
import type { Db } from '../../db/database.ts';
import { findLiveStream, type LiveStreamPath, lockLiveStream } from '../../events/live-stream.repository.ts';
import { problem } from '../../http/problems.ts';
import { findIngest, lockIngest } from '../ingest.repository.ts';
import type { Ingest } from '../ingest.ts';
import {
  addReceived,
  countUploads,
  deleteFailedFilms,
  deleteFilm,
  findFilm,
  insertFilm,
  listFilms,
  lockFilm,
  showFilm,
} from './film.repository.ts';
import { chunkBytes, mostUploads, nextChunk } from './film.rules.ts';

interface Deps {
  db: Db;
  now: () => Date;
  ingest: Ingest;
}

const conflict = (detail: string) => problem('conflict', { detail });

/** Films that organisers upload as the replay of a stream. */
export function filmHandlers({
  db,
  now,
  ingest,
}: Deps): Handlers<'listFilms' | 'createFilm' | 'appendToFilm' | 'deleteFilm'> {
  const refuseWhileOn = async (path: LiveStreamPath) => {
    const row = await findIngest(db, path);
    if (row?.remoteVideoId) throw conflict('The video provider has the recording: upload the film there.');
    if (row && row.endedAt === null && row.startedAt !== null)
      throw conflict('The broadcast goes on: end it first.');
  };

  return {
    async listFilms({ path }) {
      if ((await findLiveStream(db, path)) === undefined) throw problem('not-found');
      return { status: 200, body: { data: await listFilms(db, path.liveStreamId) } };
    },

    async createFilm({ path, body, request }) {
      await refuseWhileOn(path);
      if ((await countUploads(db)) >= mostUploads)
        throw conflict('Too many films are uploaded at the moment.');
      if (!(await ingest.films.uploads.hasRoom(body.size)))
        throw conflict('The disk of the server has no room for this film. Make room, or ask who runs it.');
      const { fileName, size, fileModified = null } = body;
      const film = await db
        .transaction()
        .execute(async (trx) => {
          const stream = await lockLiveStream(trx, path);
          if (stream === undefined) throw problem('not-found');
          await deleteFailedFilms(trx, stream.id);
          const created = await insertFilm(trx, {
            liveStreamId: stream.id,
            fileName,
            size,
            fileModified,
            now: now().toISOString(),
          });
          const after = { liveStreamId: stream.id, fileName, size };
          await recordChange(trx, request, {
            action: 'createFilm',
            entityId: created.id,
            before: null,
            after,
          });
          return created;
        })
        .catch((error) => {
          if (brokenUnique(error) === undefined) throw error;
          throw conflict('Another film is uploaded to this stream: cancel that first, or wait for it.');
        });
      return { status: 201, body: film };
    },

    async appendToFilm({ path, query, body, request }) {
      const film = await findFilm(db, path.liveStreamId, path.filmId);
      if (film === undefined || (await findLiveStream(db, path)) === undefined) throw problem('not-found');
      const bytes = await readPart(body);
      const wrong = conflict(`The upload goes on at ${film.received}, with ${nextChunk(film)} bytes.`);
      if (film.state !== 'receiving' || query.offset !== film.received || bytes.length !== nextChunk(film))
        throw wrong;
      await ingest.films.uploads.write(film.id, film.received, bytes);
      const added = await db.transaction().execute(async (trx) => {
        const place = { id: film.id, offset: film.received, length: bytes.length };
        const next = await addReceived(trx, { ...place, now: now().toISOString() });
        if (next?.state === 'packaging')
          await recordChange(trx, request, {
            action: 'appendToFilm',
            entityId: film.id,
            before: { state: film.state },
            after: { state: next.state },
          });
        return next;
      });
      if (added === undefined) throw wrong;
      if (added.state === 'packaging') ingest.films.wake();
      return { status: 200, body: added };
    },

    async deleteFilm({ path, request }) {
      const ingestId = await db.transaction().execute(async (trx) => {
        const stream = await lockLiveStream(trx, path);
        if (stream === undefined) throw problem('not-found');
        const row = await lockIngest(trx, path);
        const film = await lockFilm(trx, stream.id, path.filmId);
        if (film === undefined) throw problem('not-found');
        if (row?.film?.id === film.id)
          await showFilm(trx, row.id, { film: null, trim: row.film.recordingTrim });
        await deleteFilm(trx, film.id);
        const { fileName, state } = film;
        const before = { liveStreamId: stream.id, fileName, state };
        await recordChange(trx, request, { action: 'deleteFilm', entityId: film.id, before, after: null });
        return row?.id;
      });
      if (ingestId !== undefined) await ingest.broadcasts.refresh(ingestId);
      return { status: 204 };
    },
  };
}

/** Never more than a part in memory, whatever the client sends. */
async function readPart(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += (piece as Buffer).length;
    if (length > chunkBytes) throw problem('payload-too-large');
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces, length);
}
