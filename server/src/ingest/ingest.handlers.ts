import type { FastifyRequest } from 'fastify';
import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { type LiveStreamPath, lockLiveStream, updateLiveStream } from '../events/live-stream.repository.ts';
import { problem } from '../http/problems.ts';
import { hashSecret, newSecret } from '../identity/one-time-secret.ts';
import type { LiveInput } from '../media/video-provider.ts';
import { listAttempts } from './attempts/attempt.repository.ts';
import { describeIngest } from './describe-ingest.ts';
import { deleteFilm } from './films/film.repository.ts';
import {
  deleteIngest,
  endIngest,
  findIngest,
  findStreamName,
  insertIngest,
  lockIngest,
  updateKey,
} from './ingest.repository.ts';
import { stateAt } from './ingest.rules.ts';
import type { Ingest } from './ingest.ts';

type IngestOperations = 'getIngest' | 'createIngest' | 'deleteIngest' | 'replaceStreamKey' | 'endBroadcast';

interface Deps {
  db: Db;
  now: () => Date;
  ingest: Ingest;
}

export function ingestHandlers({ db, now, ingest }: Deps): Handlers<IngestOperations> {
  const rtmpUrl = (request: FastifyRequest, remoteUrl: string | null = null) =>
    remoteUrl ?? ingest.rtmpUrl(request.hostname);

  /** What an organiser enters in the encoder. A provider takes no SRT. */
  const addresses = (
    request: FastifyRequest,
    input: LiveInput | undefined,
    id: string,
    streamKey: string,
  ) => ({
    rtmpUrl: rtmpUrl(request, input?.rtmpUrl),
    srtUrl: input ? null : ingest.srtUrl(request.hostname, { id, keyHash: hashSecret(streamKey) }),
    streamKey,
  });

  return {
    async getIngest({ path, request }) {
      const row = await findIngest(db, path);
      if (row === undefined) throw problem('not-found');
      const { keyCreatedAt, trim } = row;
      const film = row.film && { id: row.film.id, fileName: row.film.fileName };
      const providerName = ingest.remote?.name;
      const attempts = await listAttempts(db, row.id);
      const described = describeIngest(
        { ...row, attempts },
        { now: now(), isListening: ingest.isListening, providerName },
      );
      const urls = {
        rtmpUrl: rtmpUrl(request, row.remoteRtmpUrl),
        srtUrl: row.remoteVideoId === null ? ingest.srtUrl(request.hostname, { id: row.id }) : null,
      };
      return { status: 200, body: { ...urls, keyCreatedAt, trim, film, ...described } };
    },

    async createIngest({ path, request }) {
      const input = await newInput(db, ingest, path);
      const streamKey = input?.streamKey ?? newSecret();
      const remoteVideoId = input?.videoId ?? null;
      const remoteRtmpUrl = input?.rtmpUrl ?? null;
      const id = await db
        .transaction()
        .execute(async (trx) => {
          const stream = await lockLiveStream(trx, path);
          if (stream === undefined) throw problem('not-found');
          const id = await insertIngest(trx, {
            liveStreamId: stream.id,
            previousVideoId: stream.videoId,
            keyHash: hashSecret(streamKey),
            now: now().toISOString(),
            remoteVideoId,
            remoteRtmpUrl,
          });
          await updateLiveStream(trx, stream, { videoId: remoteVideoId ?? id });
          await recordChange(trx, request, {
            action: 'createIngest',
            entityId: id,
            before: null,
            after: { liveStreamId: stream.id },
          });
          return id;
        })
        .catch(async (error) => {
          if (remoteVideoId !== null) await ingest.remote?.delete(remoteVideoId);
          throw brokenUnique(error) === undefined ? error : exists();
        });
      if (input === undefined) await ingest.openIfFree();
      const location = `/api/v1/events/${path.eventId}/blocks/${path.blockId}/live-streams/${path.liveStreamId}/ingest`;
      return { status: 201, headers: { location }, body: addresses(request, input, id, streamKey) };
    },

    async replaceStreamKey({ path, request }) {
      const videoId = (await findReplaceable(db, path, request))?.remoteVideoId;
      const input = videoId ? await remoteOf(ingest).replaceKey(videoId) : undefined;
      const streamKey = input?.streamKey ?? newSecret();
      const instant = now().toISOString();
      const id = await db.transaction().execute(async (trx) => {
        const { row } = await lock(trx, path);
        await updateKey(trx, row.id, hashSecret(streamKey), instant);
        if (row.film) await deleteFilm(trx, row.film.id);
        await recordChange(trx, request, {
          action: 'replaceStreamKey',
          entityId: row.id,
          before: { keyCreatedAt: row.keyCreatedAt, endedAt: row.endedAt, trim: row.trim },
          after: { keyCreatedAt: instant, endedAt: null, trim: null },
        });
        return row.id;
      });
      await ingest.broadcasts.refresh(id);
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: addresses(request, input, id, streamKey),
      };
    },

    async endBroadcast({ path, request }) {
      const known = await findIngest(db, path);
      // First: a broadcast that has ended here must take no encoder there.
      if (known?.remoteVideoId && known.startedAt !== null) await remoteOf(ingest).close(known.remoteVideoId);
      const instant = now().toISOString();
      const id = await db.transaction().execute(async (trx) => {
        const { row } = await lock(trx, path);
        if (row.startedAt === null) throw problem('conflict', { detail: 'The broadcast has not begun.' });
        if (await endIngest(trx, row.id, instant)) {
          await recordChange(trx, request, {
            action: 'endBroadcast',
            entityId: row.id,
            before: { endedAt: null },
            after: { endedAt: instant },
          });
        }
        return row.id;
      });
      await ingest.broadcasts.refresh(id);
      return { status: 204 };
    },

    async deleteIngest({ path, request }) {
      const id = await db.transaction().execute(async (trx) => {
        const { stream, row } = await lock(trx, path);
        const state = stateAt(row, now());
        if (state !== 'idle' && state !== 'ended')
          throw problem('conflict', { detail: 'The broadcast goes on: end it first.' });
        // An organiser may have given the stream another video since.
        if (stream.videoId === (row.remoteVideoId ?? row.id))
          await updateLiveStream(trx, stream, { videoId: row.previousVideoId });
        await deleteIngest(trx, row.id);
        if (row.film) await deleteFilm(trx, row.film.id);
        await recordChange(trx, request, {
          action: 'deleteIngest',
          entityId: row.id,
          after: null,
          before: { liveStreamId: stream.id },
        });
        return row.id;
      });
      await ingest.broadcasts.refresh(id);
      // What the provider does not remove now, the clean-up removes.
      ingest.remote?.removeLoose(1).catch((error) => request.log.warn({ err: error }, 'a live input stays'));
      return { status: 204 };
    },
  };
}

/** A key that leaks during the show is replaced at once; otherwise a recent proof is asked for. */
async function findReplaceable(db: Db, path: LiveStreamPath, request: FastifyRequest) {
  const known = await findIngest(db, path);
  if (known && (known.startedAt === null || known.endedAt !== null)) request.requireStepUp();
  return known;
}

/** At the provider where there is one. Its row comes second: a live input without a row can be removed, not the other way. */
async function newInput(db: Db, ingest: Ingest, path: LiveStreamPath): Promise<LiveInput | undefined> {
  const name = await findStreamName(db, path);
  if (name === undefined) throw problem('not-found');
  if ((await findIngest(db, path)) !== undefined) throw exists();
  return ingest.remote?.create(`${name.event}: ${name.stream}`);
}

/** @throws problem 409 when the server has lost its provider. */
function remoteOf({ remote }: Ingest) {
  if (remote) return remote;
  throw problem('conflict', {
    detail: 'This ingest is at a video provider that the server is not connected with any more.',
  });
}

/** The ingest with a row lock. Streams are locked first everywhere. */
async function lock(trx: Db, path: LiveStreamPath) {
  const stream = await lockLiveStream(trx, path);
  const row = await lockIngest(trx, path);
  if (stream === undefined || row === undefined) throw problem('not-found');
  return { stream, row };
}

function exists() {
  return problem('conflict', { detail: 'This stream has live ingest already.' });
}
