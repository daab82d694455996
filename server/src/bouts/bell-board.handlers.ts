import type { Handlers } from '../contract/operation.ts';
import type { Changes } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import type { Failures } from '../failures.ts';
import { problem } from '../http/problems.ts';
import { Feed } from '../streams/feed.ts';
import { findBellBoard, findBellBoardFrame } from './find-bell-board.ts';

interface Deps {
  db: Db;
  changes: Pick<Changes, 'subscribe'>;
  failures: Failures;
}

export function bellBoardHandlers({
  db,
  changes,
  failures,
}: Deps): Handlers<'getBellBoard' | 'streamBellBoard'> {
  const feed = new Feed({
    async load(id) {
      const frame = await findBellBoardFrame(db, id);
      return frame && [frame];
    },
    log: failures.logOf('stream'),
  });
  changes.subscribe({ changed: (eventId) => feed.changed(eventId), missed: () => feed.changedAll() });

  return {
    async getBellBoard({ path }) {
      const board = await findBellBoard(db, path.eventId);
      if (board === undefined) throw problem('not-found');
      return { status: 200, body: board };
    },

    async streamBellBoard({ path }) {
      const subscription = await feed.subscribe(path.eventId.toLowerCase());
      if (subscription === undefined) throw problem('not-found');
      return { status: 200, body: subscription };
    },
  };
}
