import type { Generated } from 'kysely';

/** One for each login session, which is a device. */
interface PushSubscriptionTable {
  sessionId: string;
  userId: string;
  /** Who carries messages to it: the push service of its browser, Apple's or Google's. */
  service: Generated<'web' | 'apns' | 'fcm'>;
  /** The address at the push service of the browser, or the token of the app. */
  endpoint: string;
  /** The keys of a browser; an app has none. */
  p256dh: string | null;
  auth: string | null;
  createdAt: string;
}

/** What a message says of a bout. `now`: the bout has begun before anybody could be told that it is next. */
export type BoutNotice = 'next' | 'now' | 'cancelled' | 'replaced' | 'announced' | 'main-event';

/** A reminder on its way to a device; gone when the push service has it. */
interface PushMessageTable {
  id: Generated<string>;
  sessionId: string;
  eventId: string;
  /** The beginning that the reminder is about: of the event, or the expected one of the bout. */
  toldStart: string;
  /** Both null: it is the reminder of the event. */
  boutId: string | null;
  notice: BoutNotice | null;
  attempts: Generated<number>;
  dueAt: Generated<string>;
}

export interface PushTables {
  pushSubscriptions: PushSubscriptionTable;
  pushMessages: PushMessageTable;
}
