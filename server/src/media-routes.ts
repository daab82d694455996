/** The addresses below `/media`, and what asks a lease before a playlist goes out. */
import type { FastifyInstance } from 'fastify';
import type { PlaybackKey } from './competitions/find-playback.ts';
import { previewSession } from './competitions/preview.rules.ts';
import { AddressReads } from './media/origin/address-reads.ts';
import { localOrigin } from './media/origin/local-origin.ts';
import { pictureRoutes } from './media/pictures/picture-routes.ts';
import { relayOrigin } from './media/relay/relay-origin.ts';
import { remoteOrigin } from './media/remote/remote-origin.ts';
import { createRemoteVideos } from './media/remote/remote-videos.ts';
import type { Platform } from './platform.ts';
import { endLease } from './playback/lease.repository.ts';

export async function mediaRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { now, secret: signingKey, ingest, findVideo, pictures, remoteProvider } = platform;
  const origin = { signingKey, now: () => now().getTime() };
  const asking = { ...origin, ...leaseCheck(platform), reads: readsOf(platform) };
  await app.register(localOrigin, { ...asking, findVideo });
  if (remoteProvider)
    await app.register(remoteOrigin, {
      ...asking,
      videos: createRemoteVideos(remoteProvider, now),
      onFailure: () => platform.failures.count('provider'),
    });
  await app.register(relayOrigin, {
    ...origin,
    serverId: ingest.broadcasts.serverId,
    findOwn: (videoId) => ingest.broadcasts.ownVideoOf(videoId),
  });
  await app.register(pictureRoutes, { pictures });
}

/** A shared lease is ended as every other one is, so that all servers hear of it. A preview has none: it is refused. */
function readsOf({ db, steady, now, log, refusals }: Platform): AddressReads {
  return new AddressReads({
    steady,
    async onShared({ leaseId, streamId }) {
      if (previewSession(leaseId) !== undefined) return;
      try {
        if (!(await endLease(db, leaseId, 'shared', now().toISOString()))) return;
        refusals.count(streamId, 'shared', now());
      } catch (error) {
        log.warn({ err: error }, 'a shared playback session could not be ended');
        throw error;
      }
    },
  });
}

/** Each answer is counted: for the desk, and for those who judge whether there was an outage. */
function leaseCheck({ now, evidence, refusals, playbackMemory }: Platform) {
  return {
    onAllowed: (lease: PlaybackKey, hasVideo: boolean) =>
      hasVideo
        ? evidence.delivered(lease.streamId, lease, now())
        : evidence.failed(lease.streamId, lease, now()),
    async findPlayback(lease: PlaybackKey) {
      const playback = await playbackMemory.find(lease).catch((error) => {
        evidence.failed(lease.streamId, lease, now());
        throw error;
      });
      if (playback === undefined) refusals.count(lease.streamId, 'playback-ended', now());
      return playback;
    },
  };
}
