/**
 * An event as an iCalendar file (RFC 5545). Pure. Times are in UTC, so the file needs no rules of time zones and a
 * calendar shows them on its owner's clock. Texts are escaped, lines are folded after 75 bytes.
 * The server writes it, because a phone does not open a file that a browser has made in its calendar. No library:
 * the one good one is larger than these lines. The price: an entry stays at its instant when a country changes its
 * clocks, until it is loaded again.
 */
export interface CalendarEvent {
  /** Stays the same for ever: a calendar finds the event again by it. */
  id: string;
  /** Grows with each change of the event. */
  version: number;
  name: string;
  description: string;
  /** One line; empty where no place is known. */
  place: string;
  startDate: string;
  endDate: string;
  /** The absolute address of its page. */
  url: string;
}

export function icalendar(event: CalendarEvent, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ringside//Competitions//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${event.version}`,
    `DTSTART:${utc(new Date(event.startDate))}`,
    // Calendars refuse an end that is not later than the start (RFC 5545, 3.6.1): without one the event is an instant.
    ...(Date.parse(event.endDate) > Date.parse(event.startDate)
      ? [`DTEND:${utc(new Date(event.endDate))}`]
      : []),
    `SUMMARY:${text(event.name)}`,
    `DESCRIPTION:${text(event.description)}`,
    ...(event.place ? [`LOCATION:${text(event.place)}`] : []),
    // An address is no text: it is not escaped.
    `URL:${new URL(event.url).href}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** "20261121T180000Z" */
function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** RFC 5545, 3.3.11. A text can begin no line of its own, and has no control characters. */
function text(value: string): string {
  return (
    value
      .replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in the file.
      .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  );
}

/** RFC 5545, 3.1: a line has at most 75 bytes; the next one begins with a space. No character is cut in two. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > 75) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}
