import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import { isListed } from '../events/visibility.repository.ts';
import { byIdOrSlug } from './competition.repository.ts';

/** What a calendar needs. Returns undefined for what is in no list: a hidden event, a draft, an unknown one. */
export async function findCalendarEvent(db: Db, idOrSlug: string) {
  const { rows } = await calendarEvent(idOrSlug)(db, { idOrSlug });
  return rows[0];
}

const calendarEvent = byIdOrSlug((matches) =>
  prepare(['idOrSlug'], (db, { idOrSlug }) =>
    db
      .selectFrom('events')
      .select(['events.id', 'events.slug', 'events.name', 'events.description', 'events.version'])
      .select(['events.startDate', 'events.endDate', 'events.timezone', 'events.location'])
      .where(matches(idOrSlug))
      .where(isListed),
  ),
);
