import type { components } from '@ringside/openapi/schema';
import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import HomePage from './home-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/kickboxing/competitions';
const hour = 3_600_000;

type Competition = components['schemas']['Competition'];

function competition(name: string, startsInHours: number, endsInHours: number): Competition {
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    id: slug,
    name,
    slug,
    description: `${name} in words`,
    startDate: at(startsInHours),
    endDate: at(endsInHours),
    timezone: 'Europe/Amsterdam',
    location: { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null },
    pictureId: null,
  };
}

/** Answers like the server: the competitions that end after the instant of the filter, or the others. */
function announce(all: Competition[]) {
  server.on('get', path, ({ query }) => {
    const { endDate } = JSON.parse(query.get('filter') ?? '{}');
    const data = all.filter((each) => (endDate.gt ? each.endDate > endDate.gt : each.endDate <= endDate.lte));
    const limit = Number(query.get('limit'));
    return { status: 200, body: { data: data.slice(0, limit), total: data.length } };
  });
}

const rumble = competition('Rumble', -1, 3);
const crown = competition('Crown', 50.5, 54);
const gala = competition('Gala', 400, 404);
const openRing = competition('Open Ring', -300, -290);

it('features the live event with a link to watch it', async () => {
  announce([rumble, crown, openRing]);
  renderPage(<HomePage />);
  const stage = await screen.findByRole('region', { name: 'Live now' });
  expect(within(stage).getByRole('heading', { level: 1, name: 'Rumble' })).toBeDefined();
  expect(within(stage).getByText('Live')).toBeDefined();
  expect(within(stage).getByRole('link', { name: 'Watch live' }).getAttribute('href')).toBe(
    '/competitions/rumble/live',
  );
});

const fighter = { id: 'f', slug: 'noor', name: 'Noor', nickname: null, countryCode: null, pictureId: null };
const mainEvent = { id: 'b', title: null, red: fighter, blue: null };

it('names the main event, which leads to its tale of the tape (43.62)', async () => {
  announce([{ ...rumble, mainEvent }]);
  renderPage(<HomePage />);
  const link = await screen.findByRole('link', { name: 'Main event Noor v To be announced' });
  expect(link.getAttribute('href')).toBe('/competitions/rumble#bout-b');
});

it('is silent about a main event of which nobody is known', async () => {
  announce([{ ...rumble, mainEvent: { ...mainEvent, red: null } }]);
  renderPage(<HomePage />);
  await screen.findByRole('heading', { level: 1, name: 'Rumble' });
  expect(screen.queryByText(/To be announced/)).toBeNull();
});

it('lists upcoming events and replays', async () => {
  announce([rumble, crown, gala, openRing]);
  renderPage(<HomePage />);
  const upcoming = await screen.findByRole('region', { name: 'Upcoming' });
  expect(
    within(upcoming)
      .getAllByRole('heading', { level: 3 })
      .map((h) => h.textContent),
  ).toEqual(['Crown', 'Gala']);
  expect(within(upcoming).getByText('Starts in 2 days 2 h')).toBeDefined();
  const replays = screen.getByRole('region', { name: 'Replays' });
  expect(within(replays).getByRole('link', { name: 'Open Ring' }).getAttribute('href')).toBe(
    '/competitions/open-ring',
  );
  expect(within(replays).getByText('Replay')).toBeDefined();
});

it('counts down to the next event when nothing is live', async () => {
  announce([crown, gala]);
  renderPage(<HomePage />);
  const stage = await screen.findByRole('region', { name: 'Next up' });
  expect(within(stage).getByRole('heading', { level: 1, name: 'Crown' })).toBeDefined();
  expect(within(stage).getByRole('timer', { name: 'Starts in 2 days 2 h' })).toBeDefined();
  expect(screen.queryByText('Live')).toBeNull();
});

it('says that there are no events yet', async () => {
  announce([]);
  renderPage(<HomePage />);
  expect(await screen.findByRole('heading', { name: 'No fight nights yet' })).toBeDefined();
});

it('offers a retry after a failure, and then shows the events', async () => {
  server.on('get', path, { status: 400, body: { ...problemBody({ status: 400 }), status: 400, issues: [] } });
  renderPage(<HomePage />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  announce([rumble]);
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rumble' })).toBeDefined();
});

it('says that the viewer is offline, and loads the events when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  server.on('get', path, () => Promise.reject(new TypeError('Failed to fetch')));
  renderPage(<HomePage />);
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeDefined();
  announce([rumble]);
  onLine.mockReturnValue(true);
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rumble' })).toBeDefined();
});

it('features what is live before the replays have arrived (31.1)', async () => {
  let answerReplays = () => {};
  const waits = new Promise<void>((resolve) => {
    answerReplays = resolve;
  });
  server.on('get', path, async ({ query }) => {
    const isPast = JSON.parse(query.get('filter') ?? '{}').endDate.lte !== undefined;
    if (isPast) await waits;
    return { status: 200, body: { data: isPast ? [openRing] : [rumble], total: 1 } };
  });
  renderPage(<HomePage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rumble' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Replays' })).toBeNull();
  answerReplays();
  expect(await screen.findByRole('region', { name: 'Replays' })).toBeDefined();
});

it('keeps what has arrived when another list fails, and loads that one again (31.1)', async () => {
  server.on('get', path, ({ query }) => {
    const isPast = JSON.parse(query.get('filter') ?? '{}').endDate.lte !== undefined;
    if (isPast) return { status: 400, body: { ...problemBody({ status: 400 }), status: 400, issues: [] } };
    return { status: 200, body: { data: [rumble], total: 1 } };
  });
  renderPage(<HomePage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rumble' })).toBeDefined();
  const failed = await screen.findByRole('region', { name: 'Replays' });
  announce([rumble, openRing]);
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Open Ring' })).toBeDefined();
});

it('holds with hundreds of events: a rail has the first, and a link to all (31.1)', async () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    competition(`Night ${index}`, 10 + index, 12 + index),
  );
  const old = Array.from({ length: 40 }, (_, index) =>
    competition(`Old ${index}`, -100 - index, -98 - index),
  );
  announce([rumble, ...many, ...old]);
  renderPage(<HomePage />);
  const upcoming = await screen.findByRole('region', { name: 'Upcoming' });
  expect(within(upcoming).getAllByRole('article')).toHaveLength(23);
  expect(within(upcoming).getByRole('link', { name: 'See all 500' }).getAttribute('href')).toBe('/schedule');
  const replays = await screen.findByRole('region', { name: 'Replays' });
  expect(within(replays).getAllByRole('article')).toHaveLength(12);
  expect(within(replays).getByRole('link', { name: 'See all 40' }).getAttribute('href')).toBe('/replays');
});

it('features the latest replay when nothing is to come', async () => {
  announce([openRing, competition('Older', -900, -890)]);
  renderPage(<HomePage />);
  const stage = await screen.findByRole('region', { name: 'Latest replay' });
  expect(within(stage).getByRole('heading', { level: 1, name: 'Open Ring' })).toBeDefined();
  expect(screen.getByText('Nothing else is announced yet. New events appear here first.')).toBeDefined();
  const replays = screen.getByRole('region', { name: 'Replays' });
  expect(within(replays).getAllByRole('article')).toHaveLength(1);
});
