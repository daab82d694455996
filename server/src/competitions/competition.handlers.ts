import type { Handlers } from '../contract/operation.ts';
import { type Caller, signedInUser } from '../contract/security.ts';
import type { Changes } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import type { Failures } from '../failures.ts';
import { problem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import type { NewestLease } from '../playback/lease-stream.ts';
import { type CompetitionIncludes, findCompetition, listBlocksToWatch } from './competition.repository.ts';
import { createCompetitionFeed } from './competition-feed.ts';
import { countCompetitions, listCompetitions } from './competition-list.repository.ts';
import { type SigningDeps, signStream, streamThatMayBeWatched, throwWhatIsGone } from './sign-stream.ts';
import { findStreamToSign } from './watching.repository.ts';
import { mayWatch } from './watching.rules.ts';
import { withHtml } from './with-html.ts';

type CompetitionOperations =
  | 'listCompetitions'
  | 'getCompetitionFacets'
  | 'getCompetition'
  | 'getCompetitionAccess'
  | 'streamCompetition'
  | 'getLiveStreamSignedUrl';

interface Deps extends SigningDeps {
  db: Db;
  now: () => Date;
  /** Puts the device's lease on this stream and returns its id; undefined: the device must start a new lease itself. */
  leaseStream: (
    device: Caller,
    liveStreamId: string,
    newest: NewestLease | undefined,
  ) => Promise<string | undefined>;
  changes: Pick<Changes, 'subscribe'>;
  failures: Failures;
}

export function competitionHandlers(deps: Deps): Handlers<CompetitionOperations> {
  const { db, now, leaseStream } = deps;
  const feed = createCompetitionFeed(db, deps.failures.logOf('stream'));
  deps.changes.subscribe(feed);
  return {
    async listCompetitions({ query }) {
      return { status: 200, body: await listCompetitions(db, readListQuery(query), query.q ?? '') };
    },

    async getCompetitionFacets({ query }) {
      const { filter } = readListQuery({ filter: query.filter });
      return { status: 200, body: await countCompetitions(db, filter, query.q ?? '') };
    },

    async getCompetition({ path, query }) {
      const competition = await findCompetition(db, path.competitionId, includesOf(query));
      if (competition === undefined) throw problem('not-found');
      return { status: 200, body: withHtml(competition) };
    },

    async streamCompetition({ path }) {
      const subscription = await feed.subscribe(path.competitionId);
      if (subscription === undefined) throw problem('not-found');
      return { status: 200, body: subscription };
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
      const caller = signedInUser(request);
      const instant = now();
      const found = await findStreamToSign(db, path, caller, instant.toISOString());
      if (found === undefined) throw problem('unauthorized');
      const { lease, positionSeconds } = found;
      const { userId } = caller;
      const stream = streamThatMayBeWatched(found, { userId, now: instant }, deps);

      const leaseId = await leaseStream(caller, stream.id, lease ?? undefined).catch(throwWhatIsGone);
      if (leaseId === undefined) {
        if (lease?.endReason === 'shared') throw problem('playback-shared');
        deps.onRefusal(stream.id, 'device-limit', userId);
        throw problem('device-limit');
      }
      const player = query.player ?? 'mse';
      const body = await signStream(
        stream,
        { leaseId, userId, player, positionSeconds, now: instant, request },
        deps,
      );
      return { status: 200, headers: { 'cache-control': 'no-store' }, body };
    },
  };
}

type Flag = 'true' | 'false';

/** Everything by default. */
function includesOf(query: { blocks?: Flag; 'blocks.liveStreams'?: Flag }): CompetitionIncludes {
  const liveStreams = query['blocks.liveStreams'];
  if (query.blocks === 'false' && liveStreams !== 'true') return 'nothing';
  return liveStreams === 'false' ? 'blocks' : 'live streams';
}
