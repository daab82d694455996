/** Start and end of a replay (docs/product.md, 28.32). */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { createFakeEngines, installFakePlayback } from '../../../test/fake-media.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import type { Trim } from './ingest.queries.ts';
import { TrimDialog } from './trim-dialog.tsx';

let engines: ReturnType<typeof createFakeEngines>;
vi.mock('../../../media/engine/open-engine.ts', () => ({
  openEngine: (...args: Parameters<typeof engines.openEngine>) => engines.openEngine(...args),
}));

const server = fakeApiServer();
const streamPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}';
const trimPath = `${streamPath}/ingest/trim` as const;
const close = vi.fn();
let sent: Trim[];

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  installFakePlayback();
  engines = createFakeEngines();
  close.mockClear();
  sent = [];
  signIn({ permissions: ['event:read', 'event:update'] });
  server.on('get', `${streamPath}/ingest/cut-places`, {
    status: 200,
    body: { seconds: 8.36, cutPlaces: [0, 2, 4, 6.5, 8.36] },
  });
  server.on('get', `${streamPath}/preview`, {
    status: 200,
    body: { url: '/media/x/whole.m3u8', expiresAt: '2030-01-19T20:00:00+00:00', mode: 'replay' },
  });
  server.on('put', trimPath, ({ body }) => {
    sent.push(body as Trim);
    return { status: 200, body: body as Trim };
  });
  server.on('delete', trimPath, { status: 204 });
});
afterEach(() => signOut());

function open(trim: Trim | null = null) {
  const path = { eventId: 'event-1', blockId: 'block-1', liveStreamId: 'stream-1' };
  const element = <TrimDialog {...{ path, trim, close }} name="Ring camera" />;
  renderRoutes([{ path: '/', element }], '/');
}

const slider = (name: string) => screen.findByRole('slider', { name });
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Trim the replay' }));

it('moves by key frames with the keyboard, and saves', async () => {
  open();
  const [start, end] = [await slider('Start of the replay'), await slider('End of the replay')];
  const signed = () => server.calls().find(({ path }) => path.endsWith('/preview'));
  await vi.waitFor(() => expect(signed()?.query.get('whole')).toBe('true'), 4_000);
  expect(start.getAttribute('aria-valuetext')).toBe('0 seconds');
  start.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(start.getAttribute('aria-valuetext')).toBe('2 seconds');
  end.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await save();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), 15_000);
  expect(sent).toEqual([{ startSeconds: 2, endSeconds: 6.5 }]);
});

it('begins with what is trimmed, and never crosses its ends', async () => {
  open({ startSeconds: 4, endSeconds: 6.5 });
  const start = await slider('Start of the replay');
  start.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(start.getAttribute('aria-valuetext')).toBe('4 seconds');
});

it('restores the whole when nothing is cut out', async () => {
  open({ startSeconds: 2, endSeconds: 8.36 });
  (await slider('Start of the replay')).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await save();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), 15_000);
  expect(sent).toEqual([]);
  expect(server.calls().some(({ method, path }) => method === 'delete' && path.endsWith('/trim'))).toBe(true);
});

it('stays open and says why it was refused', async () => {
  server.on('put', trimPath, {
    status: 409,
    body: { ...problemBody({ status: 409 }), detail: 'The broadcast goes on.' },
  });
  open();
  (await slider('Start of the replay')).focus();
  await userEvent.keyboard('{ArrowRight}');
  await save();
  expect(await screen.findByText('The broadcast goes on.')).toBeTruthy();
  expect(close).not.toHaveBeenCalled();
});
