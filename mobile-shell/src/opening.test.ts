// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { signInUrl } from './links.ts';
import { followLinks } from './opening.ts';

const device = vi.hoisted(() => ({
  launch: undefined as string | undefined,
  open: (_link: { url: string }) => {},
}));
vi.mock('@capacitor/app', () => ({
  App: {
    getLaunchUrl: async () => device.launch && { url: device.launch },
    addListener: async (_name: string, listener: typeof device.open) => {
      device.open = listener;
    },
  },
}));

const origin = 'https://ringside.example';
const closeBrowser = vi.fn(async () => {});

beforeEach(() => {
  device.launch = undefined;
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  closeBrowser.mockClear();
});

test('the app starts at the page of the link, and a reload does not go there again', async () => {
  device.launch = `${origin}/competitions/r-7`;
  await followLinks({ origin, finishSignIn: vi.fn(), closeBrowser });
  expect(window.location.pathname).toBe('/competitions/r-7');
  window.history.replaceState(null, '', '/schedule');
  await followLinks({ origin, finishSignIn: vi.fn(), closeBrowser });
  expect(window.location.pathname).toBe('/schedule');
});

test('a sign-in does not hold up the start, and opens its page at its end', async () => {
  device.launch = `${signInUrl}?code=c&state=s`;
  const finished = Promise.withResolvers<string | undefined>();
  const { onOpen } = await followLinks({ origin, finishSignIn: () => finished.promise, closeBrowser });
  const open = vi.fn();
  onOpen(open);
  expect(open).not.toHaveBeenCalled();
  finished.resolve('/auth/login');
  await vi.waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith('/auth/login'), 20_000);
});

test('a sign-in that ends before the client listens is at its page when the client starts', async () => {
  device.launch = `${signInUrl}?code=c&state=s`;
  await followLinks({ origin, finishSignIn: async () => '/auth/login', closeBrowser });
  await vi.waitFor(() => expect(window.location.pathname).toBe('/auth/login'), 20_000);
});

test('the answer to nothing opens no page', async () => {
  const finishSignIn = vi.fn(async () => undefined);
  const open = vi.fn();
  (await followLinks({ origin, finishSignIn, closeBrowser })).onOpen(open);
  device.open({ url: `${signInUrl}?code=evil&state=guessed` });
  await vi.waitFor(() => expect(finishSignIn).toHaveBeenCalled(), 20_000);
  await finishSignIn.mock.results[0]?.value;
  expect(open).not.toHaveBeenCalled();
  expect(closeBrowser).not.toHaveBeenCalled();
});

test('who has paid comes back from the browser, and a link to nowhere does not close it', async () => {
  const open = vi.fn();
  (await followLinks({ origin, finishSignIn: vi.fn(), closeBrowser })).onOpen(open);
  device.open({ url: `${origin}/auth/logout` });
  expect(closeBrowser).not.toHaveBeenCalled();
  device.open({ url: `${origin}/checkout?checkoutId=1` });
  expect(open).toHaveBeenCalledExactlyOnceWith('/checkout?checkoutId=1');
  expect(closeBrowser).toHaveBeenCalledOnce();
});
