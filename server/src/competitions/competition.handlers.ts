import type { Handlers } from '../contract/operation.ts';
import { type SignedInUser, signedInUser } from '../contract/security.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import type { VideoProvider } from '../media/video-provider.ts';
import {
  findCompetition,
  findStreamToWatch,
  listBlocksToWatch,
  listCompetitions,
} from './competition.repository.ts';
import { mayWatch, playbackMode, signedUrlExpiry } from './watching.rules.ts';

type CompetitionOperations =
  | 'listCompetitions'
  | 'getCompetition'
  | 'getCompetitionAccess'
  | 'getLiveStreamSignedUrl';

interface Deps {
  db: Db;
  now: () => Date;
  videoProvider: VideoProvider;
  /** The origin at which viewers reach the server; undefined: the origin of the request. */
  publicUrl: string | undefined;
  /** Puts the device's lease on this stream and returns its id; undefined: the device must start a new lease itself. */
  leaseStream: (user: SignedInUser, liveStreamId: string) => Promise<string | undefined>;
}

export function competitionHandlers(deps: Deps): Handlers<CompetitionOperations> {
  const { db, now, videoProvider, publicUrl, leaseStream } = deps;
  return {
    async listCompetitions({ query }) {
      return { status: 200, body: await listCompetitions(db, readListQuery(query)) };
    },

    async getCompetition({ path }) {
      const competition = await findCompetition(db, path.competitionId);
      if (competition === undefined) throw problem('not-found');
      return { status: 200, body: competition };
    },

    async getCompetitionAccess({ path, request }) {
      const { userId, permissions } = signedInUser(request);
      const rows = await listBlocksToWatch(db, path.competitionId, userId);
      if (rows.length === 0) throw problem('not-found');
      const instant = now();
      const blocks = rows.flatMap(({ blockId, paymentRequired, ...row }) => {
        if (blockId === null || paymentRequired === null) return [];
        const answer = mayWatch({
          streamIsActive: Boolean(row.streamIsActive),
          accesses: row.accesses,
          paymentRequired,
          permissions,
          now: instant,
        });
        const { canWatch, reason, window } = answer;
        return [
          {
            blockId,
            canWatch,
            reason,
            startDate: window?.startDate ?? null,
            endDate: window?.endDate ?? null,
          },
        ];
      });
      return { status: 200, body: { blocks } };
    },

    async getLiveStreamSignedUrl({ path, query, request }) {
      const user = signedInUser(request);
      const stream = await findStreamToWatch(db, path, user.userId);
      if (stream === undefined) throw problem('not-found');
      const instant = now();
      const { reason } = mayWatch({
        streamIsActive: Boolean(stream.streamIsActive),
        accesses: stream.accesses,
        paymentRequired: stream.paymentRequired,
        permissions: user.permissions,
        now: instant,
      });
      if (reason !== null) throw problem(reason);

      const leaseId = await leaseStream(user, stream.id).catch((error) => {
        // The stream or the account was deleted after the check.
        const broken = brokenForeignKey(error);
        if (broken === undefined) throw error;
        throw problem(broken.includes('live_stream') ? 'not-found' : 'unauthorized');
      });
      if (leaseId === undefined) throw problem('device-limit');
      const mode = playbackMode(stream, instant);
      const expiresAt = signedUrlExpiry(
        { player: query.player ?? 'mse', mode, endDate: stream.endDate },
        instant,
      );
      const url = await videoProvider.signedUrl({
        videoId: stream.videoId,
        streamId: stream.id,
        leaseId,
        expiresAt,
        mode,
        origin: publicUrl ?? `${request.protocol}://${request.host}`,
      });
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: { url, expiresAt: expiresAt.toISOString(), playbackSessionId: leaseId, mode },
      };
    },
  };
}
