/** Test data of an event, as organisers see it. */
import type { components } from '@ringside/openapi/schema';

type Event = components['schemas']['Event'];
type Block = NonNullable<Event['blocks']>[number];

export const eventId = '0199a3c4-0007-7000-8000-000000000001';
const noPlace = { name: null, address: null, cityName: null, countryName: null };

export function fakeEvent(change: Partial<Event> = {}): Event {
  return {
    id: eventId,
    name: 'Gala',
    slug: 'gala',
    description: null,
    content: null,
    startDate: '2020-01-20T19:00:00+00:00',
    endDate: '2020-01-20T23:00:00+00:00',
    timezone: 'America/New_York',
    location: { ...noPlace, name: 'Havenhal', cityName: 'Rotterdam' },
    pictureId: null,
    status: 'draft',
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    ...change,
  };
}

/** A block within the time of the fake event, with one active stream. */
export function fakeEventBlock(name: string, change: Partial<Block> = {}): Block {
  const stream = { id: `${name}-stream`, blockId: name, videoId: 'demo', name: 'Main camera', weight: 1 };
  return {
    id: name,
    eventId,
    name,
    slug: name.toLowerCase(),
    description: null,
    startDate: '2020-01-20T20:00:00+00:00',
    endDate: '2020-01-20T22:00:00+00:00',
    location: noPlace,
    paymentRequired: false,
    stripePriceId: null,
    saleStartDate: null,
    saleEndDate: null,
    liveStreams: [{ ...stream, description: null, status: 'active' as const }],
    ...change,
  };
}
