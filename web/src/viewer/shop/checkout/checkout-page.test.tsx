import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeBlock, fakeCompetition, fakeStream } from '../../../test/fake-competition.ts';
import { fakeCheckout, rumbleSold } from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { rememberBuyer } from '../buying/buyer.ts';
import { paidCheckoutsOf } from '../paid-here/paid-here.ts';
import type { Checkout } from '../shop.queries.ts';
import CheckoutPage from './checkout-page.tsx';
import { nextPollMs, pollsPerRound } from './checkout-poll.ts';

const server = fakeApiServer();
const path = '/api/v1/shop/checkouts/{checkoutId}';
const refreshPath = '/api/v1/identity/auth/token/refresh';
const block = '/competitions/rotterdam-rumble-7/main-card';
const headers = { 'Cache-Control': 'no-store' };
const mainCard = { eventId: 'rumble-id', blockId: 'main-card-id' };

beforeEach(signOut);
afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

const answer = (change: Partial<Checkout>) =>
  server.on('get', path, { status: 200, body: fakeCheckout(change), headers });

function open(address = `/checkout?returnTo=${encodeURIComponent(block)}&checkoutId=cs_1`) {
  return renderRoutes(
    [
      { path: '/checkout', element: <CheckoutPage /> },
      { path: '*', element: <p>another page</p> },
    ],
    address,
  );
}
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

const competitionPath = '/api/v1/kickboxing/competitions/{competitionId}';
/** The link with which the moment ends. */
const watchNow = async () => (await screen.findByRole('link', { name: 'Watch now' })).getAttribute('href');

describe('a payment that has arrived', () => {
  it('is a moment with the way to the block, and its note is gone', async () => {
    signIn();
    answer({});
    const router = open();
    await title('You are in.');
    expect(await watchNow()).toBe(block);
    expect(router.state.location.pathname).toBe('/checkout');
    expect(server.calls()[0]?.path).toBe('/api/v1/shop/checkouts/cs_1');
    expect(paidCheckoutsOf(mainCard)).toEqual([]);
    expect(screen.getByRole('img', { name: /for your phone/ })).toBeDefined();
  });

  it('leads from the page of the event to the block that was bought there', async () => {
    signIn();
    answer({});
    const event = encodeURIComponent('/competitions/rotterdam-rumble-7');
    open(`/checkout?returnTo=${event}&checkoutId=cs_1`);
    expect(await watchNow()).toBe(block);
  });

  it('leads to what was bought when the address has no page to return to', async () => {
    signIn();
    answer({ items: [rumbleSold] });
    open('/checkout?checkoutId=cs_1');
    expect(await watchNow()).toBe('/competitions/rotterdam-rumble-7');
  });

  it('never leads to another site', async () => {
    signIn();
    answer({});
    open(`/checkout?checkoutId=cs_1&returnTo=${encodeURIComponent('//evil.example/x')}`);
    expect(await watchNow()).toBe(block);
  });

  it.each([
    [48, 'Starts in 2 days'],
    [1, 'Starts in 1 h'],
  ])('says when it begins, and what can be taken along: in %s hours', async (from, words) => {
    signIn();
    answer({});
    const competition = fakeCompetition([fakeBlock('Main card', { from, to: from + 2 })]);
    server.on('get', competitionPath, { status: 200, body: competition } as never);
    open();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toBeDefined();
    expect(hrefOf('To the event')).toBe(block);
    expect(screen.queryByRole('link', { name: 'Watch now' })).toBeNull();
  });

  it.each([
    ['a replay', true, 'Watch now'],
    ['no replay', false, 'To the event'],
  ])('promises a video of a block that is over only with %s', async (_, isRecorded, words) => {
    signIn();
    answer({});
    const liveStreams = [fakeStream({ hasReplay: isRecorded })];
    const competition = fakeCompetition([fakeBlock('Main card', { from: -5, to: -2 }, { liveStreams })]);
    server.on('get', competitionPath, { status: 200, body: competition } as never);
    open();
    expect(await screen.findByRole('img', { name: /for your phone/ })).toBeDefined();
    await waitFor(() => expect(hrefOf(words)).toBe(block));
  });

  it('is waited for: "Payment received, unlocking", then the moment', async () => {
    signIn();
    answer({ status: 'unlocking', access: 'none', amount: null, currency: null });
    open();
    await title('Payment received, unlocking');
    await waitFor(() => expect(paidCheckoutsOf(mainCard)).toEqual(['cs_1']));
    answer({});
    await title('You are in.');
  });

  it('is waited for while the server does not answer', async () => {
    signIn();
    server.on('get', path, { status: 503, body: problemBody({ status: 503 }) } as never);
    open();
    await title('Looking for your payment');
    await waitFor(() => expect(server.calls().length).toBeGreaterThan(0));
    expect(screen.queryByText('Service Unavailable')).toBeNull();
    expect(screen.queryByText(/Payment received/)).toBeNull();
    answer({});
    await title('You are in.');
  });
});

describe('a declined card (30.43)', () => {
  it('never reads of a received payment, from the first moment on', async () => {
    const release = Promise.withResolvers<void>();
    server.on('get', path, async () => {
      await release.promise;
      return {
        status: 200,
        body: {
          status: 'open',
          access: 'none',
          canClaim: false,
          items: [rumbleSold],
          amount: null,
          currency: null,
        },
      };
    });
    const seen: string[] = [];
    const watcher = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    open();
    await title('Looking for your payment');
    release.resolve();
    await title('Nothing was paid yet');
    watcher.disconnect();
    expect(seen.filter((text) => /received|unlocking/i.test(text))).toEqual([]);
    expect(paidCheckoutsOf(mainCard)).toEqual([]);
  });
});

describe('waiting', () => {
  it('says after some minutes that the server has not answered, and promises nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on('get', path, { status: 503, body: problemBody({ status: 503 }) } as never);
    open();
    for (let each = 0; each < 2 * pollsPerRound; each += 1)
      await act(() => vi.advanceTimersByTimeAsync(10_000));
    await title('We could not look up your payment');
    expect(screen.getByText(/should not pay again/)).toBeDefined();
  });

  it('ends in words after some minutes, and can be started again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    rememberBuyer({ email: 'robin@ringside.test', isLoggedIn: false });
    answer({ status: 'unlocking', access: null, amount: null, currency: null });
    open();
    await title('Payment received, unlocking');
    for (let each = 0; each < pollsPerRound + 2; each += 1)
      await act(() => vi.advanceTimersByTimeAsync(10_000));
    await title('Your payment is on its way');
    expect(screen.getByText(/should not pay again.*robin@ringside\.test/)).toBeDefined();
    const asked = server.calls().length;
    expect(asked).toBe(pollsPerRound);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(server.calls().length).toBe(asked);
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Look again' }));
    await title('Payment received, unlocking');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(server.calls().length).toBeGreaterThan(asked + 1);
  });

  it('is quick at first, and two to five minutes in all', () => {
    const waits = Array.from({ length: pollsPerRound }, (_, asked) => nextPollMs(asked + 1));
    expect(waits[0]).toBe(1000);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBe(10_000);
    const totalMs = waits.reduce((sum, wait) => sum + wait, 0);
    expect(totalMs).toBeGreaterThan(120_000);
    expect(totalMs).toBeLessThan(300_000);
  });
});

describe('without an account that may watch', () => {
  const credentials = '/api/v1/identity/auth/credentials';
  const wrong = { status: 401, body: problemBody({ status: 401, type: '/problems/invalid-credentials' }) };

  it('asks a visitor for a password alone, makes the account, and takes the ticket for it', async () => {
    rememberBuyer({ email: 'robin.vos@ringside.test', isLoggedIn: false });
    answer({ access: null });
    open();
    await title('Paid. One thing is left');
    expect(screen.getByText('Main card, Rotterdam Rumble 7, €14.99')).toBeDefined();
    expect(paidCheckoutsOf(mainCard)).toEqual(['cs_1']);
    expect((screen.getByLabelText('E-mail address') as HTMLInputElement).value).toBe(
      'robin.vos@ringside.test',
    );
    const bodies: unknown[] = [];
    server.on('post', `${credentials}/login`, ({ body }) => {
      if (bodies.length === 0) return wrong as never;
      bodies.push(body);
      signIn({ email: 'robin.vos@ringside.test' });
      answer({ access: 'unclaimed', canClaim: true });
      return { status: 200, body: { tokens: null } } as never;
    });
    server.on('post', `${credentials}/register`, ({ body }) => {
      bodies.push(body);
      return { status: 201, body: { id: 'robin-id' } } as never;
    });
    server.on('post', `${path}/claim`, () => {
      answer({});
      return { status: 204 } as never;
    });
    await userEvent.type(screen.getByLabelText('Password'), 'Round-seven-7!');
    await userEvent.click(screen.getByRole('button', { name: 'Open my ticket' }));
    await title('You are in.');
    expect(bodies[0]).toEqual({
      email: 'robin.vos@ringside.test',
      password: 'Round-seven-7!',
      name: 'Robin Vos',
      firstName: 'Robin',
      lastName: 'Vos',
    });
  });

  it('signs in who has an account, and makes no other one', async () => {
    rememberBuyer({ email: 'mia@ringside.test', isLoggedIn: false });
    answer({ access: null });
    open();
    await title('Paid. One thing is left');
    server.on('post', `${credentials}/login`, () => {
      signIn({ email: 'mia@ringside.test' });
      answer({});
      return { status: 200, body: { tokens: null } } as never;
    });
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Open my ticket' }));
    await title('You are in.');
    expect(server.calls().some(({ path }) => path.endsWith('/register'))).toBe(false);
  });

  it('keeps what was typed when the password is too weak, and when it is another account\u2019s', async () => {
    rememberBuyer({ email: 'mia@ringside.test', isLoggedIn: false });
    answer({ access: null });
    open();
    await title('Paid. One thing is left');
    server.on('post', `${credentials}/login`, wrong as never);
    server.on('post', `${credentials}/register`, { status: 201, body: { id: 'any' } } as never);
    const password = screen.getByLabelText('Password') as HTMLInputElement;
    await userEvent.type(password, 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Open my ticket' }));
    expect((await screen.findAllByText(/Must be at least 8 characters/)).length).toBeGreaterThan(0);
    expect(server.calls().some(({ path }) => path.endsWith('/register'))).toBe(false);
    await userEvent.type(password, '-Round-seven-7!');
    await userEvent.click(screen.getByRole('button', { name: 'Open my ticket' }));
    expect(await screen.findByText(/not the password of the account/)).toBeDefined();
    expect(password.value).toBe('short-Round-seven-7!');
    const here = encodeURIComponent(`/checkout?returnTo=${encodeURIComponent(block)}&checkoutId=cs_1`);
    expect(hrefOf('Forgot your password?')).toBe(`/auth/forgot-password?returnTo=${here}`);
  });

  const claimPath = `${path}/claim` as const;

  it('takes it for an account with that address by itself', async () => {
    signIn({ email: 'mia@ringside.test' });
    answer({ access: 'unclaimed', canClaim: true });
    server.on('post', claimPath, () => {
      answer({});
      return { status: 204 } as never;
    });
    open();
    await title('You are in.');
    expect(server.calls().filter(({ path }) => path.endsWith('/claim'))).toHaveLength(1);
  });

  it('says that it could not be taken, and tries again when asked', async () => {
    signIn({ email: 'mia@ringside.test' });
    answer({ access: 'unclaimed', canClaim: true });
    server.on('post', claimPath, { status: 503, body: problemBody({ status: 503 }) } as never);
    open();
    await title('Paid. It could not be opened yet');
    server.on('post', claimPath, () => {
      answer({});
      return { status: 204 } as never;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await title('You are in.');
  });

  it('takes what was bought with another address only when asked', async () => {
    rememberBuyer({ email: 'mai@ringside.test', isLoggedIn: false });
    signIn({ email: 'mia@ringside.test' });
    answer({ access: 'other-address', canClaim: true });
    server.on('post', claimPath, () => {
      answer({});
      return { status: 204 } as never;
    });
    open();
    await title('Paid, for another address');
    expect(screen.getByText(/bought for mai@ringside\.test/)).toBeDefined();
    expect(server.calls().some(({ path }) => path.endsWith('/claim'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Use it with my account' }));
    await title('You are in.');
  });

  it('says to another account for whom it was bought', async () => {
    rememberBuyer({ email: 'robin@ringside.test', isLoggedIn: false });
    signIn({ email: 'mia@ringside.test' });
    answer({ access: 'other-address' });
    open();
    await title('Paid, for another address');
    expect(
      screen.getByText(/bought for robin@ringside\.test.*signed in as mia@ringside\.test/),
    ).toBeDefined();
    expect(hrefOf('Sign out')).toBe('/auth/logout');
  });
});

describe('a session that ended before the return (25.5)', () => {
  const here = encodeURIComponent(`/checkout?returnTo=${encodeURIComponent(block)}&checkoutId=cs_1`);
  beforeEach(() => rememberBuyer({ email: 'robin@ringside.test', isLoggedIn: true }));

  it('is said, and the sign-in leads back here; nobody is asked to create an account', async () => {
    answer({ access: null });
    const router = open();
    await title('Paid. Sign in to watch');
    expect(screen.getByText(/sign-in has ended.*robin@ringside\.test.*shows your purchase/)).toBeDefined();
    expect(hrefOf('Sign in')).toBe(`/auth/login?returnTo=${here}`);
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
    expect(router.state.location.pathname).toBe('/checkout');
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(router.state.location.state).toEqual({ email: 'robin@ringside.test' });
  });

  it.each([
    ['processing', 'Your payment is being processed', /sign-in has ended.* to see the purchase/],
    ['open', 'Nothing was paid yet', /sign-in has ended.* to buy with your account/],
    ['expired', 'The payment did not work', /sign-in has ended.* to buy with your account/],
  ] as const)('is said for a payment that is %s', async (status, state, words) => {
    answer({ status, access: null });
    open();
    await title(state);
    expect(screen.getByText(words)).toBeDefined();
    expect(hrefOf('Sign in')).toBe(`/auth/login?returnTo=${here}`);
  });

  it('is said for a payment that is shown to the account alone', async () => {
    server.on('get', path, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found' }),
    } as never);
    open();
    await title('Sign in to see your payment');
    expect(hrefOf('Sign in')).toBe(`/auth/login?returnTo=${here}`);
  });

  it.each([
    ['paid', 'Paid. Sign in to watch', { status: 200, body: fakeCheckout({ access: null }), headers }],
    ['unknown', 'Sign in to see your payment', { status: 404, body: problemBody({ status: 404 }) }],
  ] as const)('is found out where the page believes in it: %s', async (_, words, found) => {
    signIn({ email: 'robin@ringside.test' });
    server.on('get', path, found as never);
    server.on('post', refreshPath, { status: 401, body: problemBody({ status: 401 }) } as never);
    server.on('get', '/api/v1/identity/auth/credentials/logout', { status: 204 });
    open();
    await title(words);
    expect(hrefOf('Sign in')).toBe(`/auth/login?returnTo=${here}`);
  });

  it('is asked about once, and what is shown then is the answer to the renewed one', async () => {
    signIn({ email: 'robin@ringside.test' });
    answer({ access: null });
    server.on('post', refreshPath, () => {
      answer({});
      return { status: 200, body: {} } as never;
    });
    open();
    await title('You are in.');
    expect(server.calls(refreshPath)).toHaveLength(1);
  });

  it('is said nowhere to a visitor who bought without an account', async () => {
    rememberBuyer({ email: 'robin@ringside.test', isLoggedIn: false });
    answer({ access: null });
    open();
    await title('Paid. One thing is left');
    expect(screen.queryByText(/sign-in has ended/)).toBeNull();
  });
});

describe('another end', () => {
  it.each([
    ['open', 'Nothing was paid yet', false],
    ['processing', 'Your payment is being processed', true],
    ['expired', 'The payment did not work', false],
    ['refunded', 'Your money goes back', false],
    ['disputed', 'This payment is disputed', false],
    ['revoked', 'This ticket was taken back', false],
  ] as const)('%s leads back to the block', async (status, words, isRemembered) => {
    answer({ status, access: null });
    open();
    await title(words);
    expect(hrefOf('Back to the event')).toBe(block);
    expect(paidCheckoutsOf(mainCard)).toEqual(isRemembered ? ['cs_1'] : []);
  });

  it.each([404, 400] as const)('is an unknown payment (%i)', async (status) => {
    const type = status === 404 ? '/problems/not-found' : '/problems/validation-error';
    server.on('get', path, { status, body: problemBody({ status, type }) } as never);
    open();
    await title('This payment is not shown here');
    expect(hrefOf('Sign in')).toMatch(/^\/auth\/login\?returnTo=%2Fcheckout.*cs_1$/);
    expect(hrefOf('Create an account')).toBe('/auth/register');
    expect(server.calls().length).toBe(1);
  });

  it('leads a signed-in viewer, to whom it is not shown, to the tickets', async () => {
    signIn();
    server.on('post', refreshPath, { status: 200, body: {} } as never);
    server.on('get', path, {
      status: 404,
      body: problemBody({ status: 404, type: '/problems/not-found' }),
    } as never);
    open();
    await title('This payment is not shown here');
    expect(hrefOf('My tickets')).toBe('/account/tickets');
  });

  it('is an address without a payment', async () => {
    open('/checkout');
    await title('This payment is not shown here');
    expect(server.calls()).toEqual([]);
  });
});
