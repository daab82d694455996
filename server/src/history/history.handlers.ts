import type { Handlers } from '../contract/operation.ts';
import { signedInUser } from '../contract/security.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import { restorableMs } from '../playback/playback.rules.ts';
import {
  clearViewings,
  removeViewing,
  restoreViewings,
  updatePosition,
} from '../playback/viewing.repository.ts';
import { listStoppedViewings, listViewings } from './history.repository.ts';
import { mostToContinue, viewingsToContinue } from './history.rules.ts';

type HistoryOperations =
  | 'listViewings'
  | 'listViewingsToContinue'
  | 'deleteViewings'
  | 'deleteViewing'
  | 'restoreViewings'
  | 'restoreViewing'
  | 'updateViewingPosition';

/** Some of what was stopped may not be watched now, or is another camera of the same block. */
const mostStopped = 5 * mostToContinue;

export function historyHandlers({ db, now }: { db: Db; now: () => Date }): Handlers<HistoryOperations> {
  const removedAfter = () => new Date(now().getTime() - restorableMs).toISOString();
  return {
    async listViewings({ query, request }) {
      const { userId } = signedInUser(request);
      return { status: 200, body: await listViewings(db, userId, readListQuery(query)) };
    },

    async listViewingsToContinue({ request }) {
      const { userId, permissions } = signedInUser(request);
      const stopped = await listStoppedViewings(db, userId, mostStopped);
      const data = viewingsToContinue(stopped, { permissions, now: now() });
      return { status: 200, body: { data, total: data.length } };
    },

    async deleteViewings({ request }) {
      await clearViewings(db, { userId: signedInUser(request).userId, now: now().toISOString() });
      return { status: 204 };
    },

    async deleteViewing({ path, request }) {
      const { userId } = signedInUser(request);
      const isRemoved = await removeViewing(db, { userId, ...path, now: now().toISOString() });
      if (!isRemoved) throw problem('not-found');
      return { status: 204 };
    },

    async restoreViewings({ request }) {
      const { userId } = signedInUser(request);
      const isBack = await restoreViewings(db, { userId, removedAfter: removedAfter() });
      if (!isBack) throw problem('not-found');
      return { status: 204 };
    },

    async restoreViewing({ path, request }) {
      const { userId } = signedInUser(request);
      const isBack = await restoreViewings(db, { userId, ...path, removedAfter: removedAfter() });
      if (!isBack) throw problem('not-found');
      return { status: 204 };
    },

    async updateViewingPosition({ path, body, request }) {
      const { userId } = signedInUser(request);
      const { liveStreamId } = path;
      const isKept = await updatePosition(db, { userId, liveStreamId, ...body, now: now().toISOString() });
      if (!isKept) throw problem('not-found');
      return { status: 204 };
    },
  };
}
