import type { Handlers } from '../contract/operation.ts';
import { type Caller, signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import type { PlaybackMode } from '../media/video-provider.ts';
import type { AtLimit } from '../playback/playback.rules.ts';
import { findCompetition } from './competition.repository.ts';
import { findStreamOfPage } from './live-picture.repository.ts';
import { type SigningDeps, signStream, streamThatMayBeWatched, throwWhatIsGone } from './sign-stream.ts';
import { findStreamToSign } from './watching.repository.ts';
import { withHtml } from './with-html.ts';

interface Deps extends SigningDeps {
  db: Db;
  now: () => Date;
  /** Starts a lease of the device on this stream. @returns undefined when two other devices watch. */
  startLease: (
    device: Caller,
    options: { liveStreamId: string; atLimit: AtLimit | undefined; inPlaceOf: string | undefined },
  ) => Promise<string | undefined>;
  /** The playlists and files with which the video begins; nothing where another server has them. */
  firstFiles: (request: {
    videoId: string;
    url: string;
    mode: PlaybackMode;
    positionSeconds?: number | undefined;
  }) => Promise<{ playlists: Array<{ url: string; text: string }> | null; files: string[] }>;
  /** Called when the playlists went out with the answer. */
  onDelivered: (lease: { leaseId: string; streamId: string }) => void;
}

export function watchHandlers(deps: Deps): Handlers<'createWatch'> {
  const { db, now, startLease, firstFiles, onDelivered } = deps;
  return {
    async createWatch({ query, request }) {
      const caller = signedInUser(request);
      const { userId } = caller;
      const { competitionId, block, liveStreamId } = query;
      const instant = now();
      const page = { competition: competitionId, block, liveStreamId, now: instant };
      const [competition, shown] = await Promise.all([
        findCompetition(db, competitionId, 'live streams'),
        findStreamOfPage(db, page),
      ]);
      const path = {
        competitionId: shown?.eventId ?? competitionId,
        blockId: shown?.blockId ?? nothing,
        liveStreamId: shown?.liveStreamId ?? nothing,
      };
      const found = await findStreamToSign(db, path, caller, instant.toISOString());
      if (found === undefined) throw problem('unauthorized');
      if (competition === undefined) throw problem('not-found');
      if (shown === undefined) throw problem('broadcast-not-started');
      const stream = streamThatMayBeWatched(found, { userId, now: instant }, deps);
      if (stream.broadcast === 'connecting') throw problem('broadcast-not-started');

      const leaseId = await startLease(caller, {
        liveStreamId: stream.id,
        // A viewer who names one device to stop wants no other one to stop.
        atLimit: query.inPlaceOf === undefined ? query.atLimit : 'refuse',
        inPlaceOf: query.inPlaceOf?.toLowerCase(),
      }).catch(throwWhatIsGone);
      if (leaseId === undefined) throw problem('two-devices-watch');

      const { positionSeconds } = found;
      const player = query.player ?? 'mse';
      const signedUrl = await signStream(
        stream,
        { leaseId, userId, player, positionSeconds, now: instant, request },
        deps,
      );
      const { playlists, files } = await firstFiles({ ...signedUrl, videoId: stream.videoId });
      if (playlists !== null) onDelivered({ leaseId, streamId: stream.id });
      return {
        status: 201,
        headers: { location: `/api/v1/playback/sessions/${leaseId}`, 'cache-control': 'no-store' },
        body: {
          competition: withHtml(competition),
          blockId: stream.blockId,
          liveStreamId: stream.id,
          signedUrl,
          playlists,
          files,
        },
      };
    },
  };
}

/** The id of no row: a page without a stream still asks whether its caller is signed in. */
const nothing = '00000000-0000-0000-0000-000000000000';
