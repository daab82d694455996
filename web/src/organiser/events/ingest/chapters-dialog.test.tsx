/** Where the bouts of a replay begin, set by hand (docs/product/card.md, 43.82). */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { createFakeEngines, installFakePlayback } from '../../../test/fake-media.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { ChaptersDialog } from './chapters-dialog.tsx';
import type { Chapter } from './ingest.queries.ts';

let engines: ReturnType<typeof createFakeEngines>;
vi.mock('../../../media/engine/open-engine.ts', () => ({
  openEngine: (...args: Parameters<typeof engines.openEngine>) => engines.openEngine(...args),
}));

const server = fakeApiServer();
const streamPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}';
const chaptersPath = `${streamPath}/ingest/chapters` as const;
const chapterPath = `${chaptersPath}/{boutId}` as const;
let stored: Chapter[];

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  installFakePlayback();
  engines = createFakeEngines();
  stored = [];
  signIn({ permissions: ['event:read', 'event:update'] });
  server.on('get', `${streamPath}/ingest/cut-places`, {
    status: 200,
    body: { seconds: 125, cutPlaces: [0, 125] },
  });
  server.on('get', `${streamPath}/preview`, {
    status: 200,
    body: { url: '/media/x/whole.m3u8', expiresAt: '2030-01-19T20:00:00+00:00', mode: 'replay' },
  });
  const data = [
    fakeBout('Ada', 'Bo', { id: 'opener', blockId: 'block-1' }),
    fakeBout('Cy', 'Di', { id: 'elsewhere', blockId: 'block-2' }),
  ];
  server.on('get', '/api/v1/events/{eventId}/bouts', { status: 200, body: { data, total: 2 } });
  server.on('get', chaptersPath, () => ({ status: 200, body: { data: stored, total: stored.length } }));
  server.on('put', chapterPath, ({ path, body }) => {
    const { seconds } = body as { seconds: number };
    stored = [{ boutId: path.split('/').at(-1) ?? '', seconds }];
    return { status: 204 };
  });
  server.on('delete', chapterPath, () => {
    stored = [];
    return { status: 204 };
  });
});
afterEach(() => signOut());

function open() {
  const path = { eventId: 'event-1', blockId: 'block-1', liveStreamId: 'stream-1' };
  renderRoutes([{ path: '/', element: <ChaptersDialog path={path} name="Ring camera" isFilm /> }], '/');
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('sets the start of a bout at the picture that is shown, goes there and removes it', async () => {
  open();
  const list = within(await screen.findByRole('list', { name: 'Where the fights begin' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  const video = await waitFor(() => {
    const found = document.querySelector('video');
    if (!found) throw new Error('No picture yet');
    return found;
  });
  await waitFor(() => expect(engines.opened).toHaveLength(1));
  for (const engine of engines.opened) engine.playable = { start: 0, end: 125, edge: 125 } as never;
  Object.defineProperty(video, 'currentTime', { value: 65.34, writable: true });
  await press('Ada v Bo starts here');
  await waitFor(() => expect(stored).toEqual([{ boutId: 'opener', seconds: 65.3 }]));
  video.currentTime = 3;
  await press('1:05: go to the start of Ada v Bo');
  expect(video.currentTime).toBe(65.3);
  await press('Remove the start of Ada v Bo');
  expect(await list.findByText('Not set')).toBeDefined();
});

it('says why a beginning was refused', async () => {
  server.on('put', chapterPath, {
    status: 409,
    body: { ...problemBody({ status: 409 }), detail: 'The replay has changed meanwhile.' },
  });
  open();
  await press('Ada v Bo starts here');
  expect(await screen.findByText('The replay has changed meanwhile.')).toBeDefined();
});
