import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeCheckout, fakeEventOffer, fakeOffer, fakeSite, mainCardSold } from '../../../test/fake-shop.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { rememberPaid } from '../paid-here/paid-here.ts';
import type { Offer } from '../shop.queries.ts';
import { TicketAction } from './ticket-action.tsx';

const server = fakeApiServer();
const competition = {
  id: 'rumble-id',
  name: 'Rotterdam Rumble 7',
  startDate: '2026-11-21T18:00:00Z',
  timezone: 'Europe/Amsterdam',
  blocks: [
    { id: 'main-card-id', name: 'Main card', startDate: '2026-11-21T20:00:00Z', paymentRequired: true },
  ],
};

beforeEach(() => {
  signOut();
  server.on('get', '/api/v1/site', { status: 200, body: fakeSite });
  answerCheckout({ access: null });
});
afterEach(() => window.localStorage.clear());

function answerCheckout(change: Parameters<typeof fakeCheckout>[0]) {
  server.on('get', '/api/v1/shop/checkouts/{checkoutId}', { status: 200, body: fakeCheckout(change) });
}

function open(offers: Offer[]) {
  server.on('get', '/api/v1/shop/offers/{competitionId}', { status: 200, body: { data: offers } });
  const element = <TicketAction competition={competition} blockId="main-card-id" />;
  renderRoutes([{ path: '/competitions/rumble/main-card', element }], '/competitions/rumble/main-card');
}

const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

it('opens the dialog of the one offer', async () => {
  open([fakeOffer()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for €14.99: Main card' }));
  expect(await screen.findByRole('dialog', { name: 'Buy Main card' })).toBeDefined();
});

it('names the lowest of several prices, and leads to them', async () => {
  open([fakeEventOffer(), fakeOffer()]);
  expect(await link('Tickets from €14.99')).toBe('#tickets');
});

it('offers nothing that was paid on this device', async () => {
  rememberPaid('cs_1', [mainCardSold]);
  open([fakeOffer()]);
  expect(await link('Paid. One thing is left')).toBe('/checkout?checkoutId=cs_1');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says to a signed-in buyer that it is paid, while it is being taken for the account', async () => {
  signIn();
  answerCheckout({ access: 'unclaimed', canClaim: true });
  server.on('post', '/api/v1/shop/checkouts/{checkoutId}/claim', {
    status: 503,
    body: problemBody({ status: 503 }),
  } as never);
  rememberPaid('cs_1', [mainCardSold]);
  open([fakeEventOffer(), fakeOffer()]);
  expect(await link('Payment received, unlocking')).toBe('/checkout?checkoutId=cs_1');
  expect(screen.queryByRole('button')).toBeNull();
});

it('leads another account of this device to the tickets, which say for whom it was paid', async () => {
  signIn();
  answerCheckout({ access: 'other-address' });
  rememberPaid('cs_1', [mainCardSold]);
  open([fakeOffer()]);
  expect(await link('See the tickets')).toBe('#tickets');
});

it('offers again what was refunded', async () => {
  signIn();
  answerCheckout({ status: 'refunded', access: 'none' });
  rememberPaid('cs_1', [mainCardSold]);
  open([fakeOffer()]);
  expect(await screen.findByRole('button', { name: 'Buy for €14.99: Main card' })).toBeDefined();
});

it('leads to the reason why nothing is on sale', async () => {
  open([fakeOffer({ state: 'sale-ended' })]);
  expect(await link('See the tickets')).toBe('#tickets');
});
