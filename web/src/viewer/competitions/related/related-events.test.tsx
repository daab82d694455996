import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeItem } from '../../../test/fake-competition.ts';
import { renderPage } from '../../../test/render.tsx';
import type { CompetitionItem } from '../../finding/finding.queries.ts';
import { RelatedEvents } from './related-events.tsx';

const server = fakeApiServer();
const path = '/api/v1/kickboxing/competitions';
const location = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null };
const self = fakeItem('Rotterdam Rumble 7', 1);

/** Answers like the server: only what has or has not ended, in the city that is asked for. */
function answer(items: CompetitionItem[]) {
  server.on('get', path, ({ query }) => {
    const filter = JSON.parse(query.get('filter') ?? '{}');
    const city = filter['location.cityName']?.eq;
    const data = items.filter(
      (item) =>
        (city === undefined || item.location.cityName === city) &&
        (filter.endDate.gt ? item.endDate > filter.endDate.gt : item.endDate <= filter.endDate.lte),
    );
    return { status: 200, body: { data, total: data.length } };
  });
}

function open(cityName: string | null = 'Rotterdam') {
  renderPage(<RelatedEvents competition={{ id: self.id, location: { ...location, cityName } }} />);
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const inOslo = (item: CompetitionItem) => ({ ...item, location: { ...location, cityName: 'Oslo' } });

// docs/product.md, 36.8.
describe('related events', () => {
  it('are the others in the same city: what comes, then replays', async () => {
    const next = fakeItem('Rotterdam Rumble 8', 500);
    const before = fakeItem('Rotterdam Rumble 6', -500);
    answer([self, next, before, inOslo(fakeItem('Northern Crown', 20))]);
    open();
    // While it loads, nothing is promised of the city.
    expect(screen.getByRole('heading', { level: 2, name: 'More fight nights' })).toBeDefined();
    expect(await screen.findByRole('heading', { level: 2, name: 'More in Rotterdam' })).toBeDefined();
    await waitFor(() => expect(names()).toEqual(['Rotterdam Rumble 8', 'Rotterdam Rumble 6']));
    expect(screen.getByRole('link', { name: 'Rotterdam Rumble 8' }).getAttribute('href')).toBe(
      '/competitions/rotterdam-rumble-8',
    );
  });

  it.each(['Rotterdam', null])(
    'are those that come next where there is no other (city: %s)',
    async (city) => {
      answer([self, inOslo(fakeItem('Northern Crown', 20)), inOslo(fakeItem('Northern Night', -20))]);
      open(city);
      expect(await screen.findByRole('heading', { level: 2, name: 'More fight nights' })).toBeDefined();
      await waitFor(() => expect(names()).toEqual(['Northern Crown', 'Northern Night']));
      expect(screen.getByRole('link', { name: 'See all' })).toBeDefined();
    },
  );

  it('are nothing where there is no other event, or when the lists fail', async () => {
    answer([self]);
    open();
    await waitFor(() => expect(server.calls()).toHaveLength(4));
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  });

  it('say nothing of a fault: the page is about another event', async () => {
    server.on('get', path, { status: 503, body: problemBody({ status: 503 }) });
    open(null);
    // Each list is asked for once more.
    await waitFor(() => expect(server.calls()).toHaveLength(4));
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
    expect(screen.queryByRole('status')).toBeNull();
  });
});
