import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followBuilds, loadNewBuild, newBuild } from './new-build.ts';
import type { BuildMessage } from './worker.ts';

const hour = 3_600_000;
let update = vi.fn(async () => {});
let registration: EventTarget & { waiting: unknown; installing: unknown };
let isBusy = false;

/** A worker that answers each question; undefined: it is of before the question. */
function fakeWorker(isSame: boolean | undefined) {
  const asked: BuildMessage[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    asked,
    postMessage: (message: BuildMessage, [port]: MessagePort[]) => {
      asked.push(message);
      if (isSame !== undefined) port?.postMessage({ isSame });
    },
  });
  return worker;
}

const found = (worker: ReturnType<typeof fakeWorker>) => {
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
};

const installed = (worker: ReturnType<typeof fakeWorker>) => {
  if (registration.installing !== worker) found(worker);
  registration.installing = null;
  registration.waiting = worker;
  worker.state = 'installed';
  worker.dispatchEvent(new Event('statechange'));
};

const follow = () => followBuilds(registration as unknown as ServiceWorkerRegistration, () => isBusy);

beforeEach(() => {
  isBusy = false;
  // Followers of earlier tests have their own.
  update = vi.fn(async () => {});
  newBuild.set(null);
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: {} } });
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
});
afterEach(() => vi.useRealTimers());

it('tells an older page of a worker that has waited, and of one that comes (41.6)', async () => {
  const first = fakeWorker(false);
  registration.waiting = first;
  follow();
  await vi.waitFor(() => expect(newBuild.get()).toBe(first), 15_000);
  const second = fakeWorker(false);
  installed(second);
  await vi.waitFor(() => expect(newBuild.get()).toBe(second), 15_000);
  expect(second.asked).toEqual([{ entry: '/assets/index-old.js' }]);
});

it('tells it of a worker that was found before the app was there, and comes later (41.6)', async () => {
  const worker = fakeWorker(false);
  found(worker);
  follow();
  installed(worker);
  await vi.waitFor(() => expect(newBuild.get()).toBe(worker), 15_000);
});

it('tells a page of the same build nothing, and one whose worker is the first of this browser', async () => {
  follow();
  const worker = fakeWorker(true);
  installed(worker);
  await vi.waitFor(() => expect(worker.asked).toHaveLength(1), 15_000);
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: null } });
  const first = fakeWorker(false);
  installed(first);
  expect(first.asked).toEqual([]);
  expect(newBuild.get()).toBeNull();
});

it('loads the page again, but not without a network', () => {
  const reload = vi.fn();
  vi.stubGlobal('navigator', { onLine: false });
  loadNewBuild(reload);
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  loadNewBuild(reload);
  expect(reload).toHaveBeenCalledOnce();
});

it('looks for a new build once an hour, but not while a video plays, nor while nobody looks', async () => {
  vi.useFakeTimers();
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  follow();
  vi.advanceTimersByTime(hour - 1);
  expect(update).not.toHaveBeenCalled();
  isBusy = true;
  vi.advanceTimersByTime(hour);
  expect(update).not.toHaveBeenCalled();
  isBusy = false;
  visible.mockReturnValue('hidden');
  vi.advanceTimersByTime(hour);
  expect(update).not.toHaveBeenCalled();
  visible.mockReturnValue('visible');
  update.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(update).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(hour + 300_000);
  expect(update).toHaveBeenCalledTimes(2);
});
