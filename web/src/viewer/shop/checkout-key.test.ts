import { afterEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { checkoutKey } from './checkout-key.ts';
import { buy } from './shop.queries.ts';

const server = fakeApiServer();
const storageKey = 'ringside-checkout-key';

afterEach(() => {
  vi.restoreAllMocks();
  window.localStorage.clear();
});

it('is secret enough, fits a header and stays', () => {
  const key = checkoutKey();
  expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(checkoutKey()).toBe(key);
  window.localStorage.clear();
  expect(checkoutKey()).not.toBe(key);
});

it.each(['', 'short', 'ü'.repeat(30), 'a b'.repeat(20)])('replaces what is no key: %s', (stored) => {
  window.localStorage.setItem(storageKey, stored);
  expect(checkoutKey()).toMatch(/^[A-Za-z0-9_-]{32}$/);
});

it('lasts for the page in a browser without storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(checkoutKey()).toBe(checkoutKey());
});

it('goes with the purchase', async () => {
  const body = problemBody({ status: 409, type: '/problems/not-on-sale' });
  server.on('post', '/api/v1/shop/buy/{stripePriceId}', { status: 409, body } as never);
  const order = { email: 'a@b.test', successUrl: 'https://a.test', cancelUrl: 'https://a.test' };
  await expect(buy('price_1', order)).rejects.toMatchObject({ status: 409 });
  expect(server.calls()[0]?.headers.get('checkout-key')).toBe(checkoutKey());
});
