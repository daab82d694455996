import { afterEach, expect, it, vi } from 'vitest';
import { withTabLock } from './tab-lock.ts';

afterEach(() => vi.unstubAllGlobals());

const locks = (request: LockManager['request']) => vi.stubGlobal('navigator', { locks: { request } });

it('runs the task where the browser has no locks, and where it refuses them', async () => {
  vi.stubGlobal('navigator', {});
  expect(await withTabLock('one', async (isHeld) => isHeld)).toBe(true);
  locks(async () => {
    throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
  });
  expect(await withTabLock('one', async (isHeld) => isHeld)).toBe(true);
});

it('runs a task that fails once', async () => {
  locks((async (_name: string, _options: object, begin: (lock: unknown) => unknown) =>
    begin({})) as LockManager['request']);
  const task = vi.fn(async () => {
    throw new Error('no');
  });
  await expect(withTabLock('one', task)).rejects.toThrow('no');
  expect(task).toHaveBeenCalledTimes(1);
});

it('says that another tab holds it', async () => {
  locks((async (_name: string, _options: object, begin: (lock: unknown) => unknown) =>
    begin(null)) as LockManager['request']);
  expect(await withTabLock('one', async (isHeld) => isHeld, { ifAvailable: true })).toBe(false);
});
