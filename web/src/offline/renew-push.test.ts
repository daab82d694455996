/** docs/product.md, 42.23. */
import { expect, it, vi } from 'vitest';
import { type RenewScope, renewLostPush } from './renew-push.ts';

const path = '/api/v1/reminders/push';
const publicKey = 'BAEC';
const old = 'https://push.example.org/old';
const renewed = 'https://push.example.org/new';
const keys = { p256dh: 'p', auth: 'a' };

interface World {
  /** What the browser has after the change. */
  has?: string | null;
  /** What the server answers; undefined: nobody is signed in. */
  known?: string | null | undefined;
  subscribes?: () => Promise<void>;
}

/** The browser says that its subscription has changed. */
async function change({ has = null, known, subscribes = async () => {} }: World) {
  const subscriptionTo = (endpoint: string) => ({
    options: { applicationServerKey: Uint8Array.of(4, 1, 2).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
  });
  const subscribe = vi.fn(async () => {
    await subscribes();
    return subscriptionTo(renewed);
  });
  const stored: unknown[] = [];
  const fetch = vi.fn(async (_address: string, init?: RequestInit) => {
    if (known === undefined) return new Response(null, { status: 401 });
    if (init === undefined)
      return Response.json({ publicKey, appServices: [], endpoint: known, token: null });
    stored.push([init.method, new Headers(init.headers).get('Content-Type'), JSON.parse(String(init.body))]);
    return new Response(null, { status: 204 });
  });
  let done: Promise<unknown> | undefined;
  const scope = {
    registration: {
      pushManager: { getSubscription: async () => (has === null ? null : subscriptionTo(has)), subscribe },
    },
    fetch,
    addEventListener(name: string, listener: (event: object) => void) {
      expect(name).toBe('pushsubscriptionchange');
      listener({
        waitUntil: (promise: Promise<unknown>) => {
          done = promise;
        },
      });
    },
  };
  renewLostPush(scope as unknown as RenewScope);
  await done;
  expect(fetch.mock.calls.every(([address]) => address === path)).toBe(true);
  return { subscribe, stored };
}

const put = (endpoint: string) => ['PUT', 'application/json', { endpoint, keys }];

it('subscribes anew with the same key when the subscription was dropped, and stores it', async () => {
  const { subscribe, stored } = await change({ known: old });
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  expect(stored).toEqual([put(renewed)]);
});

it('stores the one that the browser has renewed itself', async () => {
  const { subscribe, stored } = await change({ known: old, has: renewed });
  expect(subscribe).not.toHaveBeenCalled();
  expect(stored).toEqual([put(renewed)]);
});

it.each([
  ['nobody is signed in', { known: undefined }],
  ['this session has not switched it on', { known: null }],
  ['the server has it already', { known: renewed, has: renewed }],
])('makes and stores nothing when %s', async (_, world) => {
  const { subscribe, stored } = await change(world);
  expect(subscribe).not.toHaveBeenCalled();
  expect(stored).toEqual([]);
});

it('leaves it to the next visit when the browser refuses', async () => {
  const subscribes = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'));
  const { subscribe, stored } = await change({ known: old, subscribes });
  expect(subscribe).toHaveBeenCalledOnce();
  expect(stored).toEqual([]);
});
