/** Test data of accesses. */
import type { components } from '@ringside/openapi/schema';

type Schemas = components['schemas'];

const id = (part: string) => `0199a3c4-0007-7000-8000-${part.padStart(12, '0')}`;
export const fakeEventId = id('1');
export const fakeBlockId = id('b2');

export const fakeEvent: Schemas['Event'] = {
  id: fakeEventId,
  name: 'Rotterdam Rumble 7',
  slug: 'rotterdam-rumble-7',
  description: null,
  content: null,
  startDate: '2090-11-21T18:00:00+00:00',
  endDate: '2090-11-21T22:30:00+00:00',
  timezone: 'Europe/Amsterdam',
  location: { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null },
  pictureId: null,
  status: 'public',
  stripePriceId: null,
  saleStartDate: null,
  saleEndDate: null,
  blocks: [
    {
      id: fakeBlockId,
      eventId: fakeEventId,
      name: 'Main card',
      slug: 'main-card',
      description: null,
      startDate: '2090-11-21T20:00:00+00:00',
      endDate: '2090-11-21T22:00:00+00:00',
      location: { name: null, address: null, cityName: null, countryName: null },
      paymentRequired: true,
      stripePriceId: null,
      saleStartDate: null,
      saleEndDate: null,
    },
  ],
};

let count = 0;

export function fakeAccess(name: string, change: Partial<Schemas['Access']> = {}): Schemas['Access'] {
  count += 1;
  return {
    id: id(`a${count}`),
    eventId: fakeEventId,
    event: { name: fakeEvent.name, slug: fakeEvent.slug },
    blockId: null,
    block: null,
    userId: id(`e${count}`),
    user: { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@ringside.test` },
    email: null,
    startDate: '2026-11-20T08:00:00+00:00',
    endDate: '2090-11-23T22:30:00+00:00',
    state: 'current',
    isPaid: false,
    isComplimentary: false,
    note: null,
    ...change,
  };
}

export function waitingAccess(email: string): Schemas['Access'] {
  return fakeAccess('', { userId: null, user: null, email, state: 'waiting' });
}
