/** What is sent before the app is there (docs/product.md, 35.1, 35.4 and 35.8). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn, signOut } from './test/session-cookies.ts';

const sent = vi.fn<(url: string, method?: string) => Promise<Response>>();
const watchPath = '/competitions/gala/main-card?stream=11111111-2222-4333-8444-555555555555';
const answer = {
  competition: { id: 'c', blocks: [] },
  blockId: 'b',
  liveStreamId: 's',
  signedUrl: { url: '/media/hls/live.m3u8', playbackSessionId: 'p' },
  playlists: [{ url: '/media/hls/live.m3u8', text: '#EXTM3U' }],
  files: ['/media/hls/init.mp4'],
};

beforeEach(() => {
  sent.mockImplementation(async (url) =>
    url.includes('/api/') ? Response.json(answer, { status: 201 }) : new Response('init'),
  );
  vi.stubGlobal('fetch', (input: Request | string) =>
    typeof input === 'string' ? sent(input) : sent(input.url, input.method),
  );
});

afterEach(() => {
  signOut();
  delete window.begunWatch;
  window.history.replaceState(null, '', '/');
});

/** Runs the script of the head, as a new document does. */
async function open(path: string) {
  window.history.replaceState(null, '', path);
  vi.resetModules();
  await import('./head-script.ts');
  await new Promise((resolve) => setTimeout(resolve));
}

it('asks for the watch and its first files, and the app takes both over', async () => {
  signIn();
  await open(watchPath);
  const [[url = '', method] = [], file] = sent.mock.calls;
  expect([method, new URL(url).pathname]).toEqual(['POST', '/api/v1/playback/watches']);
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    competitionId: 'gala',
    atLimit: 'refuse',
    player: 'mse',
    block: 'main-card',
    liveStreamId: '11111111-2222-4333-8444-555555555555',
  });
  expect(file?.[0]).toBe('/media/hls/init.mp4');

  const { begunWatch } = await import('./viewer/watching/head-start/begun-watch.ts');
  const watch = await begunWatch(window.location);
  expect(watch).toMatchObject({ blockId: 'b', media: { playlists: answer.playlists } });
  expect((await watch?.media.files.get('/media/hls/init.mp4'))?.bytes.byteLength).toBe(4);
  expect(sent).toHaveBeenCalledTimes(2);
});

it.each([
  ['an answer', 201],
  ['a refusal', 401],
])('tells the app the time of the server by %s', async (_, status) => {
  signIn();
  const date = new Date(Date.now() + 3 * 3_600_000).toUTCString();
  const body = { ...answer, files: [] };
  sent.mockImplementation(async () => Response.json(body, { status, headers: { Date: date } }));
  await open('/competitions/gala/live');
  const [{ begunWatch }, { serverNow }] = await Promise.all([
    import('./viewer/watching/head-start/begun-watch.ts'),
    import('./clock.ts'),
  ]);
  await begunWatch(window.location)?.catch(() => {});
  expect(serverNow() - Date.now()).toBeGreaterThan(2.9 * 3_600_000);
});

it('hands a refusal over as the problem that it is', async () => {
  signIn();
  const problem = { type: 'https://ringside.test/problems/two-devices-watch', status: 409 };
  sent.mockImplementation(async () => Response.json(problem, { status: 409 }));
  await open('/competitions/gala/live');
  const { begunWatch } = await import('./viewer/watching/head-start/begun-watch.ts');
  await expect(begunWatch(window.location)).rejects.toEqual(problem);
  expect(sent).toHaveBeenCalledOnce();
});

it.each([
  ['a visitor', watchPath, undefined],
  ['an expired access token', watchPath, { accessLeftMs: -1 }],
  ['an expired sign-in', watchPath, { refreshLeftMs: 0 }],
  ['the page of the event', '/competitions/gala', {}],
  ['an address that cannot be decoded', '/competitions/%E0%A4%A/live', {}],
])('sends nothing for %s', async (_, path, tokens) => {
  if (tokens) signIn(tokens);
  await open(path);
  expect(sent).not.toHaveBeenCalled();
  expect(window.begunWatch ?? null).toBeNull();
});

it('sends nothing before the page is seen, and then once', async () => {
  signIn();
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open('/competitions/gala/live');
  expect(sent).not.toHaveBeenCalled();
  state.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(
    () => expect(sent.mock.calls.filter(([, method]) => method === 'POST')).toHaveLength(1),
    15_000,
  );
  expect(window.begunWatch).toBeInstanceOf(Promise);
});

it('leaves a page that was opened without a sign-in to the app, also when it is seen after one', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open('/competitions/gala/live');
  signIn();
  state.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).not.toHaveBeenCalled();
});

it('opens nothing for an account that has signed out meanwhile', async () => {
  signIn();
  await open('/competitions/gala/live');
  signOut();
  const { begunWatch } = await import('./viewer/watching/head-start/begun-watch.ts');
  expect(begunWatch(window.location)).toBeNull();
});

it('leaves the call to the app where there is no token yet', async () => {
  await open('/competitions/gala/live');
  signIn();
  const { begunWatch } = await import('./viewer/watching/head-start/begun-watch.ts');
  await begunWatch(window.location);
  expect(sent.mock.calls.filter(([, method]) => method === 'POST')).toHaveLength(1);
});
