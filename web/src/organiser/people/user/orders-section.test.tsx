import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApiServer } from '../../../test/api-server.ts';
import { fakeOrder, mainCardSold, ordered, rumbleSold } from '../../../test/fake-shop.ts';
import { renderPage } from '../../../test/render.tsx';
import { OrdersSection } from './orders-section.tsx';

const server = fakeApiServer();
const path = '/api/v1/shop/orders';

function show(data: ReturnType<typeof fakeOrder>[], total = data.length) {
  server.on('get', path, { status: 200, body: { data, total } });
  renderPage(<OrdersSection userId="u1" />);
}

it('shows what this user has bought, with refunds, and leads to the orders', async () => {
  const orders = [
    fakeOrder({ items: [rumbleSold, mainCardSold].map(ordered), refundedAmount: 500 }),
    fakeOrder({ id: 'second', status: 'pending', amount: null, currency: null, paidAt: null }),
  ];
  show(orders, 12);
  const [first, second] = await screen.findAllByRole('listitem');
  const link = within(first as HTMLElement).getByRole('link', {
    name: 'Rotterdam Rumble 7; Rotterdam Rumble 7, Main card',
  });
  expect(link.getAttribute('href')).toBe(`/admin/orders/${orders[0]?.id}`);
  expect(first?.textContent).toMatch(/Paid: €14\.99 on .*20 Nov 2026.*, €5 refunded$/);
  expect(second?.textContent).toMatch(/Waiting for the payment: on .*20 Nov 2026, \d\d:\d\d$/);
  expect(screen.getByText('The newest 2 of 12.')).toBeDefined();
  const query = server.calls(path)[0]?.query;
  expect(JSON.parse(query?.get('filter') ?? '')).toEqual({ userId: { eq: 'u1' } });
});

it('says that there is nothing', async () => {
  show([]);
  expect(await screen.findByText('No orders yet.')).toBeDefined();
});
