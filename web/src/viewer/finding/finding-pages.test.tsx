import { searchLists } from '@ringside/rules/home-lists';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createRoutes } from '../../app/router.tsx';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { fakeItem } from '../../test/fake-competition.ts';
import { renderRoutes } from '../../test/render.tsx';

const server = fakeApiServer();
const list = '/api/v1/kickboxing/competitions';
const facets = '/api/v1/kickboxing/competition-facets';
const hits = '/api/v1/kickboxing/search';
const none = { fighters: [], bouts: [], competitions: [] };
const hostile = `${'<img src=x onerror=alert(1)> %_\\'.repeat(8)}`;

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  server.on('get', list, { status: 200, body: { data: [], total: 0 } });
  server.on('get', hits, { status: 200, body: { ...none, competitions: [fakeItem('Rumble', -1)] } });
  server.on('get', facets, {
    status: 200,
    body: {
      total: 60,
      freeTotal: 20,
      years: [
        { year: 2026, total: 40 },
        { year: 2025, total: 20 },
      ],
      cities: [
        { cityName: 'Ghent', total: 20 },
        { cityName: 'Rotterdam', total: 40 },
      ],
    },
  });
});

function open(path: string) {
  return renderRoutes(
    createRoutes(() => path),
    path,
    { isWholeApp: true },
  );
}

/** The queries of the lists that the page itself asked for. */
const asked = () =>
  server
    .calls(list)
    .filter(({ query }) => query.get('limit') === '24' && query.has('offset'))
    .map(({ query }) => query);

it('pages through the archive, with the page and the filters in the address (31.2)', async () => {
  server.on('get', list, { status: 200, body: { data: [fakeItem('Open Ring', -300)], total: 60 } });
  const router = open('/replays?page=3&year=2025');
  expect(await screen.findByRole('link', { name: 'Open Ring' })).toBeDefined();
  expect(screen.getByText('60 replays')).toBeDefined();
  // All of them are, so none says so.
  expect(screen.queryByText('Replay')).toBeNull();
  const query = asked().at(-1);
  expect(query?.get('offset')).toBe('48');
  expect(query?.get('order')).toBe('-startDate');
  expect(JSON.parse(query?.get('filter') ?? '')).toMatchObject({ year: { eq: 2025 } });
  expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Previous page' }));
  expect(router.state.location.search).toBe('?page=2&year=2025');
  await userEvent.selectOptions(await screen.findByLabelText('City'), 'Ghent');
  // A choice begins at the first page.
  await waitFor(() => expect(router.state.location.search).toBe('?year=2025&city=Ghent'));
  await waitFor(() =>
    expect(JSON.parse(asked().at(-1)?.get('filter') ?? '')).toMatchObject({
      'location.cityName': { eq: 'Ghent' },
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it.each(['?page=-1', '?page=1e9', '?page=x', '?year=20x6', '?price=gold', `?city=${'x'.repeat(9000)}`])(
  'survives the address %.20s',
  async (search) => {
    open(`/replays${search}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Replays' })).toBeDefined();
    expect(await screen.findByRole('heading', { level: 2 })).toBeDefined();
    expect(asked().length).toBeGreaterThan(0);
  },
);

it('offers nothing that filters nothing, and names a filter that finds nothing', async () => {
  open('/replays?year=20x6&price=gold');
  expect(await screen.findByRole('heading', { name: 'No replays yet' })).toBeDefined();
  expect(screen.queryByRole('option', { name: /20x6|gold/ })).toBeNull();
  cleanup();
  open('/replays?price=free');
  expect(await screen.findByRole('option', { name: 'Free' })).toHaveProperty('selected', true);
});

it('says what is missing: no replay yet, nothing that fits, a list that failed', async () => {
  open('/replays');
  expect(await screen.findByRole('heading', { name: 'No replays yet' })).toBeDefined();
  server.on('get', list, { status: 400, body: { ...problemBody({ status: 400 }), status: 400, issues: [] } });
  await userEvent.click(screen.getByRole('link', { name: 'Schedule' }));
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeDefined();
  // One fault, one place: no notification beside it.
  expect(document.querySelector('.mantine-Notification-root')).toBeNull();
});

it.each(['/replays', '/schedule'])('leads back from a page of %s that does not exist', async (path) => {
  server.on('get', list, { status: 200, body: { data: [], total: 60 } });
  open(`${path}?page=999&city=Ghent`);
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeDefined();
  const first = screen.getByRole('link', { name: 'First page' });
  expect(first.getAttribute('href')).toBe(`${path}?city=Ghent`);
});

it.each([0, 3])('offers a replay on an empty schedule only where there is one: %i', async (total) => {
  server.on('get', list, ({ query }) => {
    const isOver = JSON.parse(query.get('filter') ?? '{}').endDate?.lte !== undefined;
    return { status: 200, body: { data: [], total: isOver ? total : 0 } };
  });
  open('/schedule');
  expect(await screen.findByRole('heading', { name: 'Nothing is announced yet' })).toBeDefined();
  await waitFor(() => expect(asked()).toHaveLength(2));
  await waitFor(() =>
    expect(screen.queryAllByRole('link', { name: 'Watch a replay' })).toHaveLength(total > 0 ? 1 : 0),
  );
});

it('shows the schedule by day, with the time at the venue (31.3)', async () => {
  const gala = fakeItem('Gala', 30, { timezone: 'Asia/Kathmandu' });
  server.on('get', list, { status: 200, body: { data: [fakeItem('Rumble', -1), gala], total: 2 } });
  open('/schedule');
  const live = await screen.findByRole('region', { name: 'Live now' });
  expect(within(live).getByRole('link', { name: 'Rumble' }).getAttribute('href')).toBe(
    '/competitions/rumble',
  );
  const watch = within(live).getByRole('link', { name: 'Watch live: Rumble' });
  expect(watch.getAttribute('href')).toBe('/competitions/rumble/live');
  const row = screen.getByRole('link', { name: 'Gala' }).closest('li');
  expect(row?.textContent).toMatch(/\d\d:\d\d \S+ at the venue/);
  const query = asked().at(-1);
  expect(Object.keys(JSON.parse(query?.get('filter') ?? '').endDate)).toEqual(['gt']);
  const link = screen.getByRole('link', { name: 'Schedule' });
  expect(link.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Replays' }).hasAttribute('aria-current')).toBe(false);
});

it('asks for what the server writes into the page of a search (39.3)', async () => {
  server.on('get', list, { status: 200, body: { data: [fakeItem('Rumble', -1)], total: 1 } });
  open('/search?q=%20rumble%20');
  expect(await screen.findByRole('link', { name: 'Rumble' })).toBeDefined();
  const { list: first, whole, hits: all } = searchLists('rumble');
  const entries = (query: object) =>
    Object.entries(query).map(([name, value]) => [name, typeof value === 'object' ? '{}' : String(value)]);
  expect([...(asked().at(-1)?.entries() ?? [])].sort()).toEqual(entries(first).sort());
  await waitFor(() => expect(server.calls(facets)).toHaveLength(1));
  expect([...(server.calls(facets)[0]?.query.entries() ?? [])].sort()).toEqual(entries(whole).sort());
  expect([...(server.calls(hits)[0]?.query.entries() ?? [])].sort()).toEqual(entries(all).sort());
});

it('takes a control character of an address for a space, because the API refuses some of them (31.4)', async () => {
  open('/search?q=%00%07');
  expect(await screen.findByRole('heading', { name: 'What are you looking for?' })).toBeDefined();
  expect(asked()).toEqual([]);
  cleanup();
  open('/search?q=rot%00ter&city=Den%00Haag');
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]?.get('q')).toBe('rot ter');
  expect(asked()[0]?.get('filter')).toContain('"Den Haag"');
});

it('searches as one types, once per pause, and keeps the words in the address (31.4)', async () => {
  server.on('get', list, ({ query }) => ({
    status: 200,
    body: query.get('q') === 'rumble' ? { data: [fakeItem('Rumble', -1)], total: 1 } : { data: [], total: 0 },
  }));
  const router = open('/search');
  const field = await screen.findByRole('searchbox', { name: 'Fighter, night or place' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.type(field, 'rumble');
  expect(await screen.findByRole('link', { name: 'Rumble' })).toBeDefined();
  expect(screen.getByText('1 fight night')).toBeDefined();
  expect(router.state.location.search).toBe('?q=rumble');
  expect(asked().map((query) => query.get('q'))).toEqual(['rumble']);
  await userEvent.click(screen.getByRole('button', { name: 'Replays' }));
  await waitFor(() => expect(router.state.location.search).toBe('?q=rumble&when=replays'));
  await waitFor(() => expect(asked().at(-1)?.get('order')).toBe('-startDate'));
});

const noor = {
  id: 'noor',
  slug: 'noor-haddad',
  name: 'Noor Haddad',
  nickname: null,
  countryCode: 'NL',
  pictureId: null,
};
const titleFight = {
  id: 'b1',
  red: noor,
  blue: null,
  title: null,
  weightClass: null,
  status: 'announced' as const,
  competition: { id: 'rumble', slug: 'rumble', name: 'Rumble', timezone: 'UTC' },
  block: {
    id: 'b',
    slug: 'main',
    name: 'Main',
    startDate: '2026-11-21T20:00:00Z',
    endDate: '2026-11-21T23:00:00Z',
  },
};

it('has fighters and fights above the nights (31.4)', async () => {
  server.on('get', hits, { status: 200, body: { fighters: [noor], bouts: [titleFight], competitions: [] } });
  open('/search?q=hadad');
  const fighters = await screen.findByRole('region', { name: 'Fighters' });
  expect(
    within(fighters)
      .getByRole('link', { name: /^Noor Haddad/ })
      .getAttribute('href'),
  ).toBe('/fighters/noor-haddad');
  const [link] = within(screen.getByRole('region', { name: 'Fights' })).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe('/competitions/rumble#bout-b1');
  expect(link?.textContent).toMatch(/^Noor Haddad v To be announced.*21 Nov.* · Rumble$/);
  expect(screen.queryByText(/Nothing found/)).toBeNull();
  // The filters are those of nights, and there are none.
  expect(screen.queryByRole('region', { name: 'Nights' })).toBeNull();
});

it.each(['/search', '/search?q=zzzz'])('%s has three suggestions', async (path) => {
  server.on('get', hits, ({ query }) => ({
    status: 200,
    body:
      query.get('q') === ''
        ? { fighters: [noor], bouts: [titleFight], competitions: [fakeItem('Gala', 9)] }
        : none,
  }));
  open(path);
  const suggestions = await screen.findByRole('region', { name: 'You might look for' });
  expect(
    within(suggestions)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/fighters/noor-haddad', '/competitions/rumble#bout-b1', '/competitions/gala']);
});

it.each(['constructor', '__proto__', 'nonsense'])('takes %s for no choice of a time', async (when) => {
  open(`/search?q=rumble&when=${when}`);
  expect(await screen.findByRole('heading', { level: 2, name: /Nothing found for/ })).toBeDefined();
  expect(asked().at(-1)?.get('order')).toBeNull();
});

it('takes hostile words as text', async () => {
  open(`/search?q=${encodeURIComponent(hostile)}`);
  expect(await screen.findByRole('heading', { level: 2, name: /Nothing found for/ })).toBeDefined();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(asked().at(-1)?.get('q')).toBe(hostile.trim().slice(0, 255));
});
