import { type AuditedAction, recordChange } from '../audit/record-change.ts';
import type { Call, Handlers } from '../contract/operation.ts';
import type { Changes } from '../db/changes.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { lockEvent } from '../events/event.repository.ts';
import type { Failures } from '../failures.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import { type Broadcast, findBroadcast, hasLiveStream, saveBroadcast } from './broadcast.repository.ts';
import { createDeskFeed } from './desk-feed.ts';
import { type DeskSource, findDesk } from './find-desk.ts';

type DeskChanges = 'setBanner' | 'deleteBanner' | 'setFeaturedStream' | 'deleteFeaturedStream';

interface Deps extends DeskSource {
  changes: Pick<Changes, 'subscribe'>;
  failures: Failures;
}

export function deskHandlers(deps: Deps): Handlers<DeskChanges | 'getDesk' | 'streamDesk'> {
  const { db, now, changes, failures } = deps;
  const feed = createDeskFeed(deps, failures.logOf('stream'));
  changes.subscribe(feed);
  /** Changes what viewers see, under the row lock of the event, so that no change is lost. */
  const change = (
    { path, request }: Pick<Call<DeskChanges>, 'path' | 'request'>,
    action: DeskChanges & AuditedAction,
    decide: (trx: Db, before: Broadcast) => Partial<Broadcast> | Promise<Partial<Broadcast>>,
  ) =>
    db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, path.eventId);
      if (event === undefined) throw problem('not-found');
      const before = await findBroadcast(trx, event.id);
      const after = { ...before, ...(await decide(trx, before)) };
      await saveBroadcast(trx, event.id, after).catch(rethrowAsProblem);
      const audited = ({ banner, featuredStreamId }: Broadcast) => ({ banner, featuredStreamId });
      await recordChange(trx, request, {
        action,
        entityId: event.id,
        before: audited(before),
        after: audited(after),
      });
      return { status: 204 as const };
    });

  return {
    async getDesk({ path }) {
      const desk = await findDesk(deps, path.eventId);
      if (desk === undefined) throw problem('not-found');
      return { status: 200, body: desk };
    },

    async streamDesk({ path }) {
      const subscription = await feed.subscribe(path.eventId);
      if (subscription === undefined) throw problem('not-found');
      return { status: 200, body: subscription };
    },

    setBanner: (call) =>
      change(call, 'setBanner', (_trx, before) => {
        const banner = call.body.text;
        // The same text again is no new banner.
        return banner === before.banner ? {} : { banner, bannerSince: now().toISOString() };
      }),

    deleteBanner: (call) => change(call, 'deleteBanner', () => ({ banner: null, bannerSince: null })),

    setFeaturedStream: (call) =>
      change(call, 'setFeaturedStream', async (trx) => {
        const featuredStreamId = call.body.liveStreamId.toLowerCase();
        if (!(await hasLiveStream(trx, call.path.eventId, featuredStreamId))) throw foreignStream();
        return { featuredStreamId };
      }),

    deleteFeaturedStream: (call) => change(call, 'deleteFeaturedStream', () => ({ featuredStreamId: null })),
  };
}

function foreignStream() {
  return validationProblem([bodyIssue('/liveStreamId', 'This event has no such live stream.')]);
}

/** The stream was deleted after the check. */
function rethrowAsProblem(error: unknown): never {
  throw brokenForeignKey(error)?.includes('featured_stream') ? foreignStream() : error;
}
