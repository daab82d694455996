import type { Generated } from 'kysely';

/** One for each login session, which is a device. */
interface PushSubscriptionTable {
  sessionId: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: string;
}

/** A reminder on its way to a device; gone when the push service has it. */
interface PushMessageTable {
  id: Generated<string>;
  sessionId: string;
  eventId: string;
  /** The beginning that the reminder is about. */
  toldStart: string;
  attempts: Generated<number>;
  dueAt: Generated<string>;
}

export interface PushTables {
  pushSubscriptions: PushSubscriptionTable;
  pushMessages: PushMessageTable;
}
