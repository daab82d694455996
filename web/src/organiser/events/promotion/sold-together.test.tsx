import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventId, fakeEvent } from '../../../test/fake-event.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import type { PriceItem } from './bundle.queries.ts';

const server = fakeApiServer();
const path = '/api/v1/shop/prices/{stripePriceId}/items';
const held = ['event:read', 'event:update'];
afterEach(signOut);

const other = '0199a3c4-0008-7000-8000-000000000001';
const item = (change: Partial<PriceItem> = {}): PriceItem => ({
  eventId,
  eventName: 'Rumble 7',
  eventSlug: 'rumble-7',
  eventStatus: 'public',
  blockId: null,
  blockName: null,
  blockSlug: null,
  saleStartDate: null,
  saleEndDate: null,
  ...change,
});
const gala = item({ eventId: other, eventName: 'Gala', eventStatus: 'hidden' });

function open(items: PriceItem[], permissions = held) {
  const event = fakeEvent({ stripePriceId: 'price_Both', blocks: [] });
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body: event, headers: { ETag: '"3"' } });
  server.on('get', '/api/v1/events/access', { status: 200, body: { data: [], total: 0 } });
  server.on('get', path, { status: 200, body: { data: items } });
  return openAdmin(server, `/admin/events/${eventId}`, permissions);
}
const section = async () => within(await screen.findByRole('region', { name: 'Sold together' }));

it('names what one purchase opens, and what becomes of hidden and draft events', async () => {
  open([item(), gala, item({ eventId: 'x', eventName: 'Next year', eventStatus: 'draft' })]);
  const words = (await (await section()).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(words).toEqual([
    'Rumble 7',
    'Gala (hidden: buyers of the others learn its name)',
    expect.stringMatching(/^Next year \(draft: buyers neither see nor get it/),
  ]);
});

it('is not there for somebody who may not change it, while nothing is sold together', async () => {
  open([item()], ['event:read']);
  await screen.findByText('What viewers see now');
  await waitFor(() => expect(server.calls().some(({ path: one }) => one.endsWith('/items'))).toBe(true));
  expect(screen.queryByRole('region', { name: 'Sold together' })).toBeNull();
});

it('takes an event out in one call, and shows a refusal', async () => {
  open([item(), gala]);
  server.on('patch', path, {
    status: 409,
    body: problemBody({ status: 409, detail: 'Changed meanwhile.' }),
  } as never);
  await userEvent.click((await section()).getByRole('button', { name: 'Sell with other events' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sold together' }));
  expect(dialog.queryByRole('button', { name: 'Remove Rumble 7' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Gala' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Changed meanwhile.');
  server.on('patch', path, { status: 204 });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('What is sold together is saved')).toBeDefined();
  const bodies = server.calls().flatMap(({ method, body }) => (method === 'patch' ? [body] : []));
  expect(bodies.at(-1)).toEqual({ add: [], remove: [{ eventId: other, blockId: null }] });
});
