import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeCheckout, fakePurchase, mainCardSold, purchased, rumbleSold } from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn } from '../../../test/session-cookies.ts';
import { checkoutKey } from '../checkout-key.ts';
import { rememberPaid } from '../paid-here/paid-here.ts';
import type { Purchase } from '../shop.queries.ts';
import TicketsPage from './tickets-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/shop/purchases';
const checkoutPath = '/api/v1/shop/checkouts/{checkoutId}';
beforeEach(() => signIn());
afterEach(() => window.localStorage.removeItem('ringside-paid'));

function open(data: Purchase[], total = data.length) {
  server.on('get', path, { status: 200, body: { data, total } });
  return renderRoutes(
    [
      { path: '/account/tickets', element: <TicketsPage /> },
      { path: '*', element: <p>another page</p> },
    ],
    '/account/tickets',
  );
}
const only = async () => within((await screen.findByText(/^(Paid|Ordered) /)).closest('li') as HTMLElement);
/** Whether it was, is or will be, on the clock of today. */
const occasions = {
  past: { startDate: '2020-01-01T19:00:00Z', endDate: '2020-01-01T22:00:00Z' },
  live: { startDate: '2020-01-01T19:00:00Z', endDate: '2999-01-01T22:00:00Z' },
  upcoming: { startDate: '2999-01-01T19:00:00Z', endDate: '2999-01-01T22:00:00Z' },
};

it('shows what this browser has opened, too', async () => {
  open([fakePurchase()]);
  await only();
  expect(server.calls()[0]?.headers.get('checkout-key')).toBe(checkoutKey());
});

describe('a purchase', () => {
  it('has its items as links, its amount, state and receipt', async () => {
    open([fakePurchase({ items: [rumbleSold, mainCardSold].map((item) => purchased(item)) })]);
    const row = await only();
    expect(row.getByText('Paid Fri, 20 Nov 2026')).toBeDefined();
    expect(row.getByText('€14.99')).toBeDefined();
    expect(row.getByRole('link', { name: 'Rotterdam Rumble 7' }).getAttribute('href')).toBe(
      '/competitions/rotterdam-rumble-7',
    );
    expect(row.getByRole('link', { name: 'Main card, Rotterdam Rumble 7' }).getAttribute('href')).toBe(
      '/competitions/rotterdam-rumble-7/main-card',
    );
    const receipt = row.getByRole('link', { name: 'Receipt of Rotterdam Rumble 7' });
    expect(receipt.getAttribute('href')).toBe('https://pay.example/receipt');
    expect(receipt.getAttribute('rel')).toBe('noreferrer');
  });

  it.each([
    [
      'pending',
      { amount: null, currency: null, receiptUrl: null, paidAt: null },
      'Waiting for the payment',
      /should not pay again/,
    ],
    ['paid', { refundedAmount: 500 }, 'Paid Fri, 20 Nov 2026', /^€5 refunded$/],
    ['paid', { amount: 0 }, 'Ordered Fri, 20 Nov 2026', /^Free$/],
    ['paid', { amount: 1499, currency: 'jpy' }, 'Paid Fri, 20 Nov 2026', /1,499/],
    ['refunded', { refundedAmount: 1499 }, 'Refunded', /^€14\.99 refunded$/],
    ['disputed', {}, 'Disputed', /suspended/],
    ['expired', { amount: null, currency: null, receiptUrl: null }, 'Not paid', /not charged/],
    ['revoked', { amount: 0 }, 'Taken back', /organiser has taken it back/],
  ] as const)('that is %s (%o)', async (status, change, word, words) => {
    open([fakePurchase({ status, ...change })]);
    const row = await only();
    expect(row.getByText(word)).toBeDefined();
    expect(row.getByText(words)).toBeDefined();
    expect(row.queryByRole('link', { name: /Receipt/ }) === null).toBe('receiptUrl' in change);
  });
});

describe('what was bought', () => {
  it('says when and where it is', async () => {
    open([fakePurchase()]);
    const row = await only();
    expect(row.getByText(/^Sat, 21 Nov 2026, /)).toBeDefined();
    expect(row.getByText('Maashal, Rotterdam')).toBeDefined();
  });

  const event = '/competitions/rotterdam-rumble-7';
  it.each([
    ['upcoming', mainCardSold, 'Upcoming', 'See the event: Main card, Rotterdam Rumble 7', event],
    ['live', mainCardSold, 'Live', 'Watch live: Main card, Rotterdam Rumble 7', `${event}/main-card`],
    ['past', mainCardSold, 'Replay', 'Watch the replay: Main card, Rotterdam Rumble 7', `${event}/main-card`],
    ['live', rumbleSold, 'Live', 'Watch live: Rotterdam Rumble 7', `${event}/live`],
    ['past', rumbleSold, 'Replay', 'See the replays: Rotterdam Rumble 7', event],
  ] as const)('leads on while it is %s (%o)', async (phase, item, badge, name, href) => {
    open([fakePurchase({ items: [purchased(item, occasions[phase])] })]);
    const row = await only();
    expect(row.getByText(badge)).toBeDefined();
    expect(row.getByRole('link', { name }).getAttribute('href')).toBe(href);
  });

  it('has no way to watch without the access', async () => {
    open([fakePurchase({ status: 'refunded', items: [purchased(mainCardSold, occasions.live)] })]);
    expect((await only()).queryByRole('link', { name: /^Watch/ })).toBeNull();
  });

  it('keeps its name when it is gone', async () => {
    open([fakePurchase({ items: [{ ...purchased(mainCardSold, null), isDeleted: true }] })]);
    const row = await only();
    expect(row.getByText('Main card, Rotterdam Rumble 7 (no longer available)')).toBeDefined();
    expect(row.queryByRole('link', { name: /^(Watch|Main)/ })).toBeNull();
  });
});

it('leads on to a payment page that is still open', async () => {
  const page = 'https://pay.example/cs_1';
  open([
    fakePurchase({
      status: 'pending',
      amount: null,
      currency: null,
      receiptUrl: null,
      paidAt: null,
      paymentUrl: page,
    }),
  ]);
  expect(await screen.findByText('Not paid yet')).toBeDefined();
  expect(
    screen.getByText(/^Nothing was paid yet\. The payment page is open until .*20 Nov 2026/),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the payment page' }).getAttribute('href')).toBe(page);
});

it('says what is here while nothing was bought', async () => {
  open([]);
  expect(await screen.findByRole('heading', { name: 'No tickets yet' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

describe('what was paid on this device', () => {
  beforeEach(() => rememberPaid('cs_1', [mainCardSold]));

  it.each([[[]], [[fakePurchase()]]])(
    'with the address of the account becomes its ticket by itself (%#)',
    async (others) => {
      const claimed = { current: false };
      server.on('get', checkoutPath, () => ({
        status: 200,
        body: claimed.current ? fakeCheckout() : fakeCheckout({ access: 'unclaimed', canClaim: true }),
        headers: { 'Cache-Control': 'no-store' },
      }));
      server.on('post', `${checkoutPath}/claim`, () => {
        claimed.current = true;
        return { status: 204 } as never;
      });
      open(others);
      await waitFor(() => expect(window.localStorage.getItem('ringside-paid')).toBe('[]'));
      expect(server.calls().filter(({ path }) => path.endsWith('/claim'))).toHaveLength(1);
    },
  );

  it.each([
    ['granted', {}],
    ['of another address', { access: 'other-address' }],
    ['refunded', { status: 'refunded', access: 'none' }],
  ] as const)('and is %s is not named', async (_, change) => {
    server.on('get', checkoutPath, { status: 200, body: fakeCheckout(change) });
    open([]);
    expect(await screen.findByRole('heading', { name: 'No tickets yet' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Paid on this device' })).toBeNull();
  });
});

it('has pages', async () => {
  const router = open([fakePurchase()], 11);
  await userEvent.click(await screen.findByRole('link', { name: 'Older' }));
  await waitFor(() => expect(server.calls(path).at(-1)?.query.get('offset')).toBe('10'));
  expect(router.state.location.search).toBe('?page=2');
});

it('can be loaded again', async () => {
  server.on('get', path, {
    status: 401,
    body: problemBody({ status: 401, type: '/problems/unauthorized' }),
  } as never);
  renderRoutes([{ path: '/account/tickets', element: <TicketsPage /> }], '/account/tickets');
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.on('get', path, { status: 200, body: { data: [fakePurchase()], total: 1 } });
  await userEvent.click(again);
  expect(await only()).toBeDefined();
});
