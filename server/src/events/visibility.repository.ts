import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../db/database.ts';

/** Events in the lists of viewers. */
export function isListed(eb: ExpressionBuilder<Database, 'events'>) {
  return eb('events.status', '=', 'public');
}

/** Events that a viewer can open: hidden ones are missing only in lists; drafts do not exist for viewers. */
export function isVisible(eb: ExpressionBuilder<Database, 'events'>) {
  return eb('events.status', '!=', 'draft');
}
