/** What an event needs before viewers may see it. */

import type { components } from '@ringside/openapi/schema';
import { placeOf } from '@ringside/rules/event-words';
import { adminPaths } from '../../../admin-paths.ts';
import { countOf } from '../../ui/table/list.ts';

type Event = components['schemas']['Event'];

export interface Check {
  title: string;
  text: string;
  isDone: boolean;
  /** The event cannot be published without it; the others only make it better. */
  isNeeded: boolean;
  /** Where it is mended. */
  href: string;
}

/** @param event with its blocks and their live streams. */
export function checksOf(event: Event, now: number): Check[] {
  const { id, blocks = [] } = event;
  return [
    { title: 'Dates', isNeeded: true, href: adminPaths.eventSettings.href(id), ...datesOf(event, now) },
    { title: 'Streams', isNeeded: true, href: adminPaths.eventBlocks.href(id), ...streamsOf(blocks) },
    { title: 'Price', isNeeded: false, href: adminPaths.eventSettings.href(id), ...priceOf(event) },
    { title: 'Location', isNeeded: false, href: adminPaths.eventLocation.href(id), ...locationOf(event) },
    { title: 'Picture', isNeeded: false, href: adminPaths.eventImages.href(id), ...pictureOf(event) },
  ];
}

/** Why it cannot be published, in words; undefined when it can. */
export function reasonNotToPublish(checks: readonly Check[]): string | undefined {
  const missing = checks.filter(({ isNeeded, isDone }) => isNeeded && !isDone);
  if (missing.length === 0) return undefined;
  return missing.map(({ text }) => text).join(' ');
}

const done = (text: string) => ({ isDone: true, text });
const open = (text: string) => ({ isDone: false, text });

function datesOf({ startDate, endDate, blocks = [] }: Event, now: number) {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  if (end <= start) return open('The event ends when it starts.');
  const outside = blocks.filter(
    (block) => Date.parse(block.startDate) < start || Date.parse(block.endDate) > end,
  );
  if (outside.length > 0)
    return open(
      `${namesOf(outside)} ${outside.length === 1 ? 'is' : 'are'} not within the time of the event.`,
    );
  return done(
    end < now ? 'The event is over: viewers find its replays.' : 'Start, end and blocks fit together.',
  );
}

function priceOf({ stripePriceId, blocks = [] }: Event) {
  const paid = blocks.filter(({ paymentRequired }) => paymentRequired);
  if (paid.length === 0) return done('Every block is free to watch.');
  const unpriced = paid.filter((block) => !block.stripePriceId && !stripePriceId);
  if (unpriced.length > 0)
    return open(
      `Nobody can buy an access to ${namesOf(unpriced)}: there is no price. You can still grant it.`,
    );
  return done(stripePriceId ? 'The event has a price.' : 'Each paid block has a price.');
}

function streamsOf(blocks: NonNullable<Event['blocks']>) {
  if (blocks.length === 0) return open('There is no block yet.');
  const empty = blocks.filter(({ liveStreams = [] }) => liveStreams.length === 0);
  if (empty.length > 0)
    return open(`${namesOf(empty)} ${empty.length === 1 ? 'has' : 'have'} no live stream.`);
  const streams = blocks.reduce((count, { liveStreams = [] }) => count + liveStreams.length, 0);
  return done(
    `${countOf(blocks.length, ['block', 'blocks'])} with ${countOf(streams, ['live stream', 'live streams'])}.`,
  );
}

function locationOf({ location }: Event) {
  const place = placeOf(location);
  return place === '' ? open('No venue and no city yet.') : done(`${place}.`);
}

function pictureOf({ pictureId }: Event) {
  return pictureId ? done('Poster and shared links have a picture.') : open('Viewers see a drawn ring.');
}

/** "Prelims and Main card"; of many the first two and a number. */
function namesOf(blocks: readonly { name: string }[]) {
  const names = blocks.map(({ name }) => `“${name}”`);
  if (names.length < 3) return names.join(' and ');
  return `${names[0]}, ${names[1]} and ${names.length - 2} more`;
}
