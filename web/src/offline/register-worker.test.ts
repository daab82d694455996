import { expect, it, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

/** Registers where a worker is active, beside what else is there; resolves to what was sent to the active one. */
async function sentToActive(others: object) {
  const postMessage = vi.fn();
  const registration = { installing: null, waiting: null, ...others, active: { postMessage } };
  const ready = Promise.resolve(registration);
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => registration, ready } });
  expect(await registerWorker()).toBe(registration);
  await ready;
  return postMessage.mock.calls;
}

it('gives the worker the lists of the home page', async () => {
  const [[message] = []] = await sentToActive({});
  expect(message.keep).not.toEqual([]);
  for (const address of message.keep) expect(address).toContain('/api/v1/kickboxing/competitions?filter=');
});

it('leaves a worker alone that the next one is about to replace (41.6)', async () => {
  expect(await sentToActive({ installing: {} })).toEqual([]);
  expect(await sentToActive({ waiting: {} })).toEqual([]);
});

it('registers nothing where the browser has no workers, or refuses them', async () => {
  vi.stubGlobal('navigator', {});
  expect(await registerWorker()).toBeUndefined();
  vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(new Error('refused')) } });
  expect(await registerWorker()).toBeUndefined();
});
