/** docs/product/card.md, 44.17. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { renderPage } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { StoredBell } from '../bell/bell.queries.ts';
import { DeskBell } from './desk-bell.tsx';
import { PictureDelay } from './picture-delay.tsx';

const server = fakeApiServer();
const [first, gone, last] = [fakeBout('Ada', 'Bo'), fakeBout('Kim', 'Lou'), fakeBout('Noor', 'Jens')];
const rungAt = Date.parse('2026-11-21T20:00:00Z');
const round: StoredBell = {
  id: 'bell',
  boutId: first.id,
  kind: 'round-start',
  round: 1,
  at: new Date(rungAt).toISOString(),
  userName: null,
  undoneAt: null,
};
const path = { eventId: 'event-1', blockId: 'main', liveStreamId: 'ring' };

function answer(bells: StoredBell[] = []) {
  const bouts = [first, { ...gone, status: 'cancelled' as const }, last];
  const body = { at: bells.at(-1)?.at ?? null, eventName: 'Gala', bouts, bells };
  server.on('get', '/api/v1/events/{eventId}/bell-board', { status: 200, body });
}
afterEach(signOut);

it('rings the next step beside the previews, and names who is next', async () => {
  signIn({ permissions: ['event:read', 'event:bell'] });
  answer();
  server.on('post', '/api/v1/events/{eventId}/bouts/{boutId}/bells', { status: 200, body: round });
  renderPage(<DeskBell eventId="event-1" connection="live" />);
  const desk = await screen.findByRole('region', { name: 'The bell' });
  expect(within(desk).getByText('Noor v Jens')).toBeDefined();
  await userEvent.click(within(desk).getByRole('button', { name: 'Walkout' }));
  await waitFor(() => expect(server.calls().some(({ method }) => method === 'post')).toBe(true));
});

it('is not there for who may not ring', () => {
  signIn({ permissions: ['event:read', 'event:update'] });
  answer();
  renderPage(<DeskBell eventId="event-1" connection="live" />);
  expect(server.calls()).toEqual([]);
});

it('measures how much later the picture of a bell is stamped, and stores it after a second press', async () => {
  signIn({ permissions: ['event:read', 'event:bell'] });
  answer([round]);
  const storePath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/venue-delay';
  server.on('put', storePath, { status: 204 });
  renderPage(<PictureDelay path={path} venueDelayMs={2_000} takenAt={() => rungAt + 3_380} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Measure' }));
  await waitFor(() => expect(server.calls()).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'I see the bell now' }));
  expect(
    await screen.findByText(/was seen 3\.4 s after it was rung\. Until now it is 2\.0 s\./),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use 3.4 s' }));
  const put = () => server.calls().find(({ method }) => method === 'put');
  await waitFor(() => expect(put()?.body).toEqual({ milliseconds: 3_400 }));
});

it('says so when the picture has no clock, or no bell was rung', async () => {
  signIn({ permissions: ['event:read', 'event:bell'] });
  answer([]);
  let takenAt: number | null = null;
  renderPage(<PictureDelay path={path} venueDelayMs={2_000} takenAt={() => takenAt} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Measure' }));
  await userEvent.click(screen.getByRole('button', { name: 'I see the bell now' }));
  expect(await screen.findByText(/tells no time/)).toBeDefined();
  takenAt = rungAt;
  await userEvent.click(screen.getByRole('button', { name: 'I see the bell now' }));
  expect(await screen.findByText(/No bell of a round was rung/)).toBeDefined();
});
