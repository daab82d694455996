import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { catchDownloads } from '../../../test/fake-downloads.ts';
import { eventId, fakeEvent, fakeEventBlock } from '../../../test/fake-event.ts';
import { fakeOrder, mainCardSold, ordered, rumbleSold } from '../../../test/fake-shop.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import { everyDay } from './every-day.ts';
import type { CurrencySales, Order } from './orders.queries.ts';

const server = fakeApiServer();
const ordersPath = '/api/v1/shop/orders';
const exportPath = '/api/v1/shop/orders/export';
const address = `/admin/events/${eventId}/sales`;
const held = ['event:read', 'order:read'];
afterEach(signOut);

const day = (date: string, change: Partial<CurrencySales['days'][number]> = {}) => ({
  date,
  revenue: 1499,
  discounted: 0,
  refunded: 0,
  tax: 0,
  refundedTax: 0,
  orders: 1,
  buyers: 1,
  ...change,
});
const euros: CurrencySales = {
  currency: 'eur',
  revenue: 4497,
  discounted: 1000,
  refunded: 500,
  tax: 0,
  refundedTax: 0,
  disputed: 0,
  shared: 0,
  orders: 3,
  buyers: 2,
  days: [day('2026-11-18', { revenue: 2998, orders: 2 }), day('2026-11-20', { refunded: 500 })],
};
const yen: CurrencySales = {
  ...euros,
  currency: 'jpy',
  revenue: 2500,
  refunded: 0,
  disputed: 2500,
  days: [],
};

function open(orders: Order[], currencies: CurrencySales[] = [euros, yen], search = '') {
  // jsdom has no layout; the chart asks for it.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const blocks = [fakeEventBlock('Main')];
  server.on('get', '/api/v1/events/{eventId}', {
    status: 200,
    body: fakeEvent({ blocks }),
    headers: { ETag: '"1"' },
  });
  server.on('get', '/api/v1/shop/sales', {
    status: 200,
    body: { timezone: 'America/New_York', currencies, complimentary: 2 },
  });
  server.on('get', ordersPath, { status: 200, body: { data: orders, total: orders.length } });
  return openAdmin(server, `${address}${search}`, held);
}
const lastFilter = (path: typeof ordersPath | typeof exportPath) =>
  JSON.parse(server.calls(path).at(-1)?.query.get('filter') ?? 'null');

describe('the numbers', () => {
  it('name the tax beside the revenue, where there is one', async () => {
    open([], [{ ...euros, tax: 780, refundedTax: 87, days: [day('2026-11-18', { tax: 780 })] }, yen]);
    const card = (await screen.findByText('Tax', { selector: 'dt' })).parentElement;
    expect(card?.textContent).toBe('Tax€7.80Of it €0.87 went back with refunds');
    expect(screen.getByText('What was paid without tax, refunds included')).toBeDefined();
    // The yen have none.
    expect(screen.getAllByText('Tax', { selector: 'dt' })).toHaveLength(1);
  });

  it('name those who watch for nothing apart from the buyers', async () => {
    open([]);
    expect(await screen.findByText('Complimentary: 2 people, counted apart from sales.')).toBeDefined();
  });

  it('are those of each currency, in its own way', async () => {
    open([fakeOrder()]);
    const eur = within(await screen.findByRole('region', { name: 'EUR' }));
    expect(eur.getByText('Revenue', { selector: 'dt' }).nextElementSibling?.textContent).toBe('€44.97');
    expect(eur.getByText('Refunded', { selector: 'dt' }).nextElementSibling?.textContent).toBe('€5');
    expect(eur.getByText('Buyers', { selector: 'dt' }).nextElementSibling?.textContent).toBe('2');
    expect(eur.queryByText('Disputed')).toBeNull();
    const jpy = within(screen.getByRole('region', { name: 'JPY' }));
    expect(jpy.getByText('Revenue', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/2,500$/);
    expect(jpy.getByText('Disputed', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/2,500$/);
    expect(screen.getByText(/^Days are those of America\/New_York\./)).toBeDefined();
    expect(server.calls('/api/v1/shop/sales')[0]?.query.get('eventId')).toBe(eventId);
  });

  it('say what other events count as well', async () => {
    open([fakeOrder()], [{ ...euros, shared: 2998 }, yen]);
    const eur = within(await screen.findByRole('region', { name: 'EUR' }));
    expect(
      eur.getByText(/^€29\.98 of the revenue was paid for orders that open other events too/),
    ).toBeDefined();
    const jpy = within(screen.getByRole('region', { name: 'JPY' }));
    expect(jpy.queryByText(/other events/)).toBeNull();
  });

  it('stand in a table as well', async () => {
    open([fakeOrder()]);
    await userEvent.click(await screen.findByText('Show the days as a table'));
    const table = screen.getByRole('region', { name: 'Sales by day in EUR' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['Wed, 18 Nov 2026€29.98€0€021', 'Fri, 20 Nov 2026€14.99€0€511']);
  });

  it('are not there before the first order', async () => {
    open([], []);
    expect(await screen.findByRole('heading', { name: 'No orders yet' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  });
});

describe('the orders', () => {
  it('say who bought what for how much, and lead to their page', async () => {
    const gala = { ...rumbleSold, eventId };
    open([
      fakeOrder({ items: [gala, mainCardSold].map(ordered), refundedAmount: 500 }),
      fakeOrder({
        id: 'second',
        user: null,
        userId: null,
        status: 'pending',
        amount: null,
        currency: null,
        paidAt: null,
      }),
      fakeOrder({ id: 'third', user: null, userId: null, email: null, pseudonym: 'amber-7' }),
    ]);
    const row = await screen.findByRole('row', { name: /Robin de Vries/ });
    expect(row.textContent).toMatch(
      /robin@ringside\.test.*Paid.*Whole event; Rotterdam Rumble 7, Main card.*€14\.99.*€5/,
    );
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      '/admin/orders/0199a3c4-0007-7000-8000-0000000000d1',
    );
    expect(screen.getByRole('row', { name: /^robin@ringside\.test/ }).textContent).toMatch(/Waiting.*–/);
    expect(screen.getByRole('row', { name: /Deleted account amber-7/ })).toBeDefined();
  });

  it('are exported exactly as they are filtered, always of this event', async () => {
    const files = catchDownloads();
    server.on('get', exportPath, {
      status: 200,
      body: 'id,createdAt\r\n',
      headers: {
        'Content-Disposition': 'attachment; filename="orders-gala.csv"',
        'content-type': 'text/csv',
      },
    });
    open([fakeOrder()], [euros], '?status=paid&isRefunded=yes&email=a_b');
    await userEvent.click(await screen.findByRole('button', { name: 'Export 1 order as CSV' }));
    await waitFor(() => expect(files[0]?.name).toBe('orders-gala.csv'));
    const filter = {
      eventId: { eq: eventId },
      status: { eq: 'paid' },
      isRefunded: { eq: true },
      email: { ilike: '%a\\_b%' },
    };
    expect(lastFilter(ordersPath)).toEqual(filter);
    expect(lastFilter(exportPath)).toEqual(filter);
  });

  it('are ordered by the newest first', async () => {
    open([fakeOrder()]);
    await screen.findByRole('row', { name: /Robin/ });
    expect(server.calls(ordersPath)[0]?.query.getAll('order')).toEqual(['-createdAt']);
  });
});

describe('the days of a chart', () => {
  it('have no gaps, also across a month and a change of the clocks', () => {
    const days = everyDay([day('2026-03-27'), day('2026-04-01')]).map(({ date }) => date);
    expect(days).toEqual([
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ]);
    expect(everyDay([day('2026-03-27'), day('2026-03-29')])[1]).toMatchObject({ revenue: 0, buyers: 0 });
  });

  it('are as they are when there are none, or too many', () => {
    expect(everyDay([])).toEqual([]);
    const far = [day('2020-01-01'), day('2026-01-01')];
    expect(everyDay(far)).toBe(far);
  });
});
