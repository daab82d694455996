/** What the page had before its player came (docs/product.md, 35.5). */
import { beforeEach, expect, it, vi } from 'vitest';
import { type FetchedFile, type FirstMedia, firstMediaLoader } from './first-media.ts';

const requests: string[] = [];
/** Stands in for the loader of hls.js: it answers what the network has. */
class NetworkLoader {
  stats = { loading: { start: 0, first: 0, end: 0 }, loaded: 0, total: 0, chunkCount: 0 };
  context = null;
  isAborted = false;
  load(context: { url: string }, _config: unknown, callbacks: { onSuccess: (answer: object) => void }) {
    requests.push(context.url);
    callbacks.onSuccess({ data: 'from the network' });
  }
  abort() {
    this.isAborted = true;
  }
  destroy() {
    this.isAborted = true;
  }
}

beforeEach(() => {
  requests.length = 0;
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

const file = (size: number): FetchedFile => ({
  bytes: new ArrayBuffer(size),
  startedAt: 10,
  beganAt: 40,
  endedAt: 60,
});

function loaderOf(media: Partial<FirstMedia>) {
  const Loader = firstMediaLoader(NetworkLoader as never, {
    at: performance.now(),
    playlists: [],
    files: new Map(),
    ...media,
  });
  return (url: string, more: object = {}) => {
    const loader = new Loader({} as never);
    const onSuccess = vi.fn();
    loader.load({ url, ...more } as never, {} as never, { onSuccess } as never);
    return { loader, onSuccess };
  };
}

it('hands a playlist over once, and asks for it after that', async () => {
  const load = loaderOf({ playlists: [{ url: '/live.m3u8', text: '#EXTM3U' }] });
  const first = load('/live.m3u8');
  expect(first.onSuccess).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.onSuccess.mock.lastCall?.[0]).toMatchObject({ data: '#EXTM3U', url: '/live.m3u8' });
  expect(requests).toEqual([]);
  load('/live.m3u8');
  load('/other.m3u8');
  expect(requests).toEqual(['/live.m3u8', '/other.m3u8']);
});

it('does not use a text that is old', async () => {
  const load = loaderOf({ playlists: [{ url: '/live.m3u8', text: '#EXTM3U' }] });
  await vi.advanceTimersByTimeAsync(3_100);
  load('/live.m3u8');
  expect(requests).toEqual(['/live.m3u8']);
});

it('hands a file over with the times of its request, by which hls.js measures the network', async () => {
  const load = loaderOf({ files: new Map([['/0.m4s', Promise.resolve(file(1000))]]) });
  const { onSuccess, loader } = load('/0.m4s', { rangeStart: 0, rangeEnd: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(onSuccess.mock.lastCall?.[0].data.byteLength).toBe(1000);
  expect(loader.stats).toMatchObject({ loading: { start: 10, first: 40, end: 60 }, loaded: 1000 });
  expect(requests).toEqual([]);
});

it('asks for a file that could not be fetched, that takes too long, or of which only a part is wanted', async () => {
  const never = new Promise<FetchedFile | undefined>(() => {});
  const load = loaderOf({
    files: new Map<string, Promise<FetchedFile | undefined>>([
      ['/gone.m4s', Promise.resolve(undefined)],
      ['/slow.m4s', never],
      ['/part.m4s', Promise.resolve(file(9))],
    ]),
  });
  load('/part.m4s', { rangeStart: 2, rangeEnd: 5 });
  expect(requests).toEqual(['/part.m4s']);
  load('/gone.m4s');
  load('/slow.m4s');
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toEqual(['/part.m4s', '/gone.m4s']);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(requests).toEqual(['/part.m4s', '/gone.m4s', '/slow.m4s']);
});

it('hands nothing to a loader that was given up', async () => {
  const load = loaderOf({ files: new Map([['/0.m4s', Promise.resolve(file(1))]]) });
  const { loader, onSuccess } = load('/0.m4s');
  loader.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(onSuccess).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
});
