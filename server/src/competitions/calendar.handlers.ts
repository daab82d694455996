import { Readable } from 'node:stream';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { linkOrigin } from '../http/link-origin.ts';
import { problem } from '../http/problems.ts';
import { findCalendarEvent } from './calendar.repository.ts';
import { icalendar } from './icalendar.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin at which viewers reach the server. */
  publicUrl: string | undefined;
}

export function calendarHandlers({ db, now, publicUrl }: Deps): Handlers<'getCompetitionCalendar'> {
  return {
    async getCompetitionCalendar({ path, request }) {
      const event = await findCalendarEvent(db, path.competitionId);
      if (event === undefined) throw problem('not-found');
      const { id, version, name, slug, description, startDate, endDate, timezone, location } = event;
      const url = `${linkOrigin(request, publicUrl)}/competitions/${encodeURIComponent(slug)}`;
      const atVenue = `${wallTime(startDate, timezone)} at the venue.`;
      const place = [location.name, location.address, location.cityName, location.countryName];
      const file = icalendar(
        {
          id,
          version,
          name,
          startDate,
          endDate,
          url,
          description: [description, atVenue, url].filter(Boolean).join('\n\n'),
          place: place.filter(Boolean).join(', '),
        },
        now(),
      );
      return {
        status: 200,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          // Inline: a phone then opens it in its calendar; browsers without one save it under this name.
          'content-disposition': `inline; filename="${slug}.ics"`,
          'cache-control': 'no-cache',
        },
        body: Readable.from([file]),
      };
    },
  };
}

/** "Sat, 21 Nov 2026, 19:00 CET" */
function wallTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant));
}
