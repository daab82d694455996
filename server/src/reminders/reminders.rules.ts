/** When a reminder is due (docs/product.md, 37.3 and 37.4). The job compares in SQL, with these figures. */

import { movedMs } from './push/push.rules.ts';

const minute = 60_000;

export const reminderTimes = {
  /** So long before the beginning the mail goes out. */
  leadMs: 60 * minute,
  /** A reminder that is set later than this before the beginning would come at once: it waits for `shortLeadMs`. */
  lateMs: 75 * minute,
  shortLeadMs: 10 * minute,
  movedMs,
} as const;
