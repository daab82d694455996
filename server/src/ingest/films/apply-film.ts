/** Makes a film that is packaged the replay of its stream. */
import type { Db } from '../../db/database.ts';
import {
  type LiveStreamPath,
  lockLiveStream,
  updateLiveStream,
} from '../../events/live-stream.repository.ts';
import { hashSecret, newSecret } from '../../identity/one-time-secret.ts';
import { endIngest, lockIngest } from '../ingest.repository.ts';
import { deleteFilm, insertEndedIngest, readyFilm, showFilm } from './film.repository.ts';
import { FilmError } from './film-error.ts';

interface Packaged {
  id: string;
  fileName: string;
  seconds: number;
  bytes: number;
}

/**
 * @returns the id of the ingest whose replay it is; undefined: it was cancelled.
 * @throws FilmError when a broadcast has begun meanwhile.
 */
export function applyFilm(
  db: Db,
  path: LiveStreamPath,
  film: Packaged,
  now: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const stream = await lockLiveStream(trx, path);
    if (stream === undefined) return undefined;
    const row = await lockIngest(trx, path);
    if (row?.remoteVideoId || (row && row.endedAt === null && row.startedAt !== null))
      throw new FilmError('broadcast-on');
    if (!(await readyFilm(trx, { ...film, now }))) return undefined;
    const shown = { ...film, recordingTrim: row?.film ? row.film.recordingTrim : (row?.trim ?? null) };
    if (row === undefined) {
      const id = await insertEndedIngest(trx, {
        liveStreamId: stream.id,
        previousVideoId: stream.videoId,
        keyHash: hashSecret(newSecret()),
        now,
      });
      await showFilm(trx, id, { film: shown, trim: null });
      await updateLiveStream(trx, stream, { videoId: id });
      return id;
    }
    await endIngest(trx, row.id, now);
    await showFilm(trx, row.id, { film: shown, trim: null });
    if (stream.videoId !== row.id) await updateLiveStream(trx, stream, { videoId: row.id });
    if (row.film) await deleteFilm(trx, row.film.id);
    return row.id;
  });
}
