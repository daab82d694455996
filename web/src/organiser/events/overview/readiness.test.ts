import type { components } from '@ringside/openapi/schema';
import { describe, expect, it } from 'vitest';
import { checksOf, reasonNotToPublish } from './readiness.ts';
import { viewersSee } from './viewers-see.ts';

type Event = components['schemas']['Event'];
type Block = NonNullable<Event['blocks']>[number];

const emptyPlace = { name: null, address: null, cityName: null, countryName: null };
const now = Date.parse('2026-11-21T20:00:00Z');

function stream(name: string, status: 'active' | 'inactive' = 'active', weight = 1) {
  return { id: name, blockId: 'b', videoId: 'demo', name, description: null, status, weight };
}

function block(name: string, change: Partial<Block> = {}): Block {
  return {
    id: name,
    eventId: 'e',
    name,
    slug: name,
    description: null,
    location: emptyPlace,
    startDate: '2026-11-21T19:00:00+00:00',
    endDate: '2026-11-21T22:00:00+00:00',
    paymentRequired: false,
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    liveStreams: [stream('Main camera')],
    ...change,
  };
}

function event(change: Partial<Event> = {}): Event {
  return {
    id: 'e',
    name: 'Gala',
    slug: 'gala',
    description: null,
    content: null,
    timezone: 'Europe/Amsterdam',
    startDate: '2026-11-21T18:00:00+00:00',
    endDate: '2026-11-21T23:00:00+00:00',
    location: emptyPlace,
    pictureId: null,
    status: 'public',
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    blocks: [block('Prelims')],
    ...change,
  };
}

describe('checksOf', () => {
  const textOf = (title: string, change: Partial<Event>) => {
    const check = checksOf(event(change), now).find((each) => each.title === title);
    return `${check?.isDone ? 'done' : 'open'}: ${check?.text}`;
  };
  it.each<[string, Partial<Event>, string]>([
    ['Dates', {}, 'done: Start, end and blocks fit together.'],
    ['Dates', { endDate: '2026-11-21T18:00:00+00:00' }, 'open: The event ends when it starts.'],
    [
      'Dates',
      { endDate: '2026-11-21T21:00:00+00:00' },
      'open: “Prelims” is not within the time of the event.',
    ],
    ['Streams', { blocks: [] }, 'open: There is no block yet.'],
    [
      'Streams',
      { blocks: ['A', 'B', 'C', 'D'].map((name) => block(name, { liveStreams: [] })) },
      'open: “A”, “B” and 2 more have no live stream.',
    ],
    ['Streams', {}, 'done: 1 block with 1 live stream.'],
    ['Price', {}, 'done: Every block is free to watch.'],
    [
      'Price',
      { blocks: [block('Main card', { paymentRequired: true })] },
      'open: Nobody can buy an access to “Main card”: there is no price. You can still grant it.',
    ],
    [
      'Price',
      { stripePriceId: 'price_1', blocks: [block('Main card', { paymentRequired: true })] },
      'done: The event has a price.',
    ],
    ['Location', { location: { ...emptyPlace, cityName: 'Ghent' } }, 'done: Ghent.'],
    ['Picture', {}, 'open: Viewers see a drawn ring.'],
  ])('%s of %j', (title, change, expected) => {
    expect(textOf(title, change)).toBe(expected);
  });

  it('names every reason not to publish, and none of what is only recommended', () => {
    expect(reasonNotToPublish(checksOf(event(), now))).toBeUndefined();
    expect(reasonNotToPublish(checksOf(event({ blocks: [] }), now))).toBe('There is no block yet.');
  });
});

describe('viewersSee', () => {
  it.each<[string, Partial<Event>, string, string]>([
    ['a draft', { status: 'draft' }, 'Nothing', 'A draft does not exist'],
    [
      'an event to come',
      { startDate: '2026-11-22T18:00:00Z', endDate: '2026-11-22T23:00:00Z' },
      'A countdown',
      '',
    ],
    ['a running event', {}, 'Live now', '“Main camera”. It is in the lists.'],
    ['one by its link', { status: 'hidden' }, 'Live now', 'Only people with the link find it.'],
    [
      'two streams, the lighter one first',
      { blocks: [block('A', { liveStreams: [stream('Corner', 'active', 2), stream('Ring')] })] },
      'Live now',
      '“Ring” and 1 more to choose from.',
    ],
    [
      'no active stream',
      { blocks: [block('A', { liveStreams: [stream('Ring', 'inactive')] })] },
      'No live picture',
      'no stream of a running block is active',
    ],
    ['an event that is over', { endDate: '2026-11-21T19:30:00Z' }, 'Replays', 'replays'],
  ])('of %s', (_, change, title, text) => {
    const seen = viewersSee(event(change), now);
    expect(seen.title).toBe(title);
    expect(seen.text).toContain(text);
    expect(seen.isLive).toBe(title === 'Live now');
  });
});
