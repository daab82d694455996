import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../db/database.ts';

/** An event that viewers find in lists. */
export function isListed(eb: ExpressionBuilder<Database, 'events'>) {
  return eb('events.status', '=', 'public');
}

/** An event that a viewer can open: a hidden one is only left out of lists, a draft does not exist for viewers. */
export function isVisible(eb: ExpressionBuilder<Database, 'events'>) {
  return eb('events.status', '!=', 'draft');
}
