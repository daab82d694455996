import { findBellBoardFrame } from '../bouts/find-bell-board.ts';
import { eventFrame } from '../streams/event-frame.ts';
import { Feed, type FeedOptions, type Subscription } from '../streams/feed.ts';
import { deskRefreshMs } from './desk.rules.ts';
import { type DeskSource, findDesk } from './find-desk.ts';

export interface DeskFeed {
  /** Undefined: there is no such event. */
  subscribe(eventId: string): Promise<Subscription | undefined>;
  changed(eventId: string): void;
  missed(): void;
}

/** The desks that organisers follow on this server. */
export function createDeskFeed(source: DeskSource, log: FeedOptions['log']): DeskFeed {
  let timer: NodeJS.Timeout | undefined;
  const feed = new Feed({
    async load(id) {
      const [desk, card] = await Promise.all([findDesk(source, id), findBellBoardFrame(source.db, id)]);
      return desk && card && [eventFrame('desk', desk), card];
    },
    onForgotten() {
      if (feed.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    log,
  });
  return {
    subscribe(eventId) {
      timer ??= setInterval(() => feed.changedAll(), deskRefreshMs).unref();
      return feed.subscribe(eventId.toLowerCase());
    },
    changed: (eventId) => feed.changed(eventId),
    missed: () => feed.changedAll(),
  };
}
