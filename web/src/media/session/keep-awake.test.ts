/** docs/product.md, 16.18 */
import { expect, it, vi } from 'vitest';
import { createKeepAwake } from './keep-awake.ts';

/** A page of a browser whose locks work as specified: they end when the page is hidden, which refuses new ones. */
function openPage() {
  let visibilityState: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibilityState });
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const request = vi.fn(async () => {
    await Promise.resolve();
    if (visibilityState === 'hidden') throw new DOMException('hidden', 'NotAllowedError');
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  });
  const show = (state: DocumentVisibilityState) => {
    visibilityState = state;
    if (state === 'hidden') for (const lock of locks) lock.released = true;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const keepAwake = createKeepAwake({ request } as unknown as WakeLock, page as unknown as Document);
  const expectLocks = (...released: boolean[]) =>
    vi.waitFor(() => expect(locks.map((lock) => lock.released)).toEqual(released), 20_000);
  return { keepAwake, request, show, expectLocks };
}

it('holds one lock while a video plays, and releases it with the pause', async () => {
  const { keepAwake, request, expectLocks } = openPage();
  for (const isPlaying of [false, true, true]) keepAwake(isPlaying);
  await expectLocks(false);
  keepAwake(false);
  await expectLocks(true);
  keepAwake(true);
  await expectLocks(true, false);
  expect(request).toHaveBeenCalledTimes(2);
});

it('releases a lock that comes after the pause', async () => {
  const { keepAwake, expectLocks } = openPage();
  keepAwake(true);
  await Promise.resolve();
  keepAwake(false);
  await expectLocks(true);
});

it('requests it again when the page is shown again, unless the video was paused meanwhile', async () => {
  const { keepAwake, request, show, expectLocks } = openPage();
  keepAwake(true);
  await expectLocks(false);
  show('hidden');
  show('visible');
  await expectLocks(true, false);
  show('hidden');
  keepAwake(false);
  show('visible');
  keepAwake(true);
  await expectLocks(true, true, false);
  expect(request).toHaveBeenCalledTimes(3);
});

it('requests it with the page when a video starts in the background', async () => {
  const { keepAwake, request, show, expectLocks } = openPage();
  show('hidden');
  keepAwake(true);
  await Promise.resolve();
  expect(request).not.toHaveBeenCalled();
  show('visible');
  await expectLocks(false);
});

it('goes on after a refusal', async () => {
  const { keepAwake, request, show, expectLocks } = openPage();
  request.mockRejectedValueOnce(new DOMException('The battery is low.', 'NotAllowedError'));
  keepAwake(true);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce(), 20_000);
  await expectLocks();
  show('hidden');
  show('visible');
  await expectLocks(false);
});
