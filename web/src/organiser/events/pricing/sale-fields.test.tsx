import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { eventId, fakeEvent } from '../../../test/fake-event.ts';
import { mainCardSold, rumbleSold } from '../../../test/fake-shop.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import type { ProviderPrice } from './prices.queries.ts';

const server = fakeApiServer();
const path = '/api/v1/events/{eventId}';
const pricesPath = '/api/v1/shop/prices';
const address = `/admin/events/${eventId}/settings`;
const all = ['event:read', 'event:update', 'price:read', 'price:create'];
afterEach(signOut);

const price = (id: string, change: Partial<ProviderPrice> = {}): ProviderPrice => ({
  id,
  unit_amount: 1499,
  currency: 'eur',
  name: `Product ${id}`,
  createdAt: '2026-11-01T08:00:00Z',
  usedBy: [],
  ...change,
});

async function open(change: Parameters<typeof fakeEvent>[0] = {}, data = [price('price_1')], held = all) {
  server.on('get', path, { status: 200, body: fakeEvent(change), headers: { ETag: '"3"' } });
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  if (held.includes('price:read'))
    server.on('get', pricesPath, { status: 200, body: { data, hasMore: false } });
  openAdmin(server, address, held);
  await screen.findByRole('textbox', { name: 'Name' });
}
const sent = () =>
  server
    .calls()
    .filter(({ method }) => method === 'patch')
    .map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const posted = () =>
  server
    .calls()
    .filter(({ method }) => method === 'post')
    .map(({ body }) => body);

describe('the price', () => {
  it('is picked by its amount or its name', async () => {
    await open({}, [price('price_1'), price('price_2', { unit_amount: 2500, name: 'Whole night' })]);
    const field = await screen.findByRole('combobox', { name: 'Price' });
    await userEvent.type(field, 'whole{Enter}');
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('€25, Whole night'));
    await save();
    await waitFor(() => expect(sent()).toEqual([{ stripePriceId: 'price_2' }]));
  });

  it('is taken away with one click', async () => {
    await open({ stripePriceId: 'price_1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the price' }));
    await save();
    await waitFor(() => expect(sent()).toEqual([{ stripePriceId: null }]));
  });

  it('says what else it opens, but not the event itself', async () => {
    const own = { ...rumbleSold, eventId };
    await open({ stripePriceId: 'price_1' }, [price('price_1', { usedBy: [own, mainCardSold] })]);
    expect((await screen.findByText(/This price also opens/)).textContent).toBe(
      'This price also opens: Rotterdam Rumble 7, Main card.',
    );
  });

  it('that the provider does not sell stays chosen, with a warning', async () => {
    await open({ stripePriceId: 'price_old' });
    expect(await screen.findByText(/does not sell this price/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Price' }).value).toBe('price_old');
  });

  it('is an id while the provider does not answer', async () => {
    await open({ stripePriceId: 'price_1' }, [], all);
    server.on('get', pricesPath, { status: 503, body: problemBody({ status: 503 }) } as never);
    signOut();
    document.body.replaceChildren();
    server.on('get', path, {
      status: 200,
      body: fakeEvent({ stripePriceId: 'price_1' }),
      headers: { ETag: '"3"' },
    });
    openAdmin(server, address, all);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
    expect(field.value).toBe('price_1');
    expect(screen.getByText(/does not answer/)).toBeDefined();
  });

  it('is an id without the permission to read prices', async () => {
    await open({}, [], ['event:read', 'event:update']);
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'New price' })).toBeNull();
    expect(server.calls(pricesPath)).toEqual([]);
  });
});

describe('a new price', () => {
  async function openNew() {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'New price' }));
    return within(await screen.findByRole('dialog', { name: 'New price' }));
  }

  it('begins with the currency of most prices', async () => {
    const yen = price('price_yen', { currency: 'jpy' });
    await open({}, [yen, price('price_1', { currency: 'nok' }), price('price_2', { currency: 'nok' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'New price' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New price' }));
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' }).value).toBe('nok');
  });

  it('is created exactly, and chosen', async () => {
    const dialog = await openNew();
    server.on('post', pricesPath, {
      status: 201,
      body: { id: 'price_new' },
      headers: { Location: '/api/v1/shop/prices/price_new' },
    });
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Gala');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Currency' }), 'kwd');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Amount' }), '4,25');
    expect(dialog.getByText(/^Buyers pay KWD.4\.250\.$/)).toBeDefined();
    server.on('get', pricesPath, {
      status: 200,
      body: {
        data: [price('price_new', { unit_amount: 4250, currency: 'kwd', name: 'Gala' })],
        hasMore: false,
      },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create the price' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const chosen = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Price' }).value;
    await waitFor(() => expect(chosen()).toMatch(/^KWD.4\.250, Gala$/));
    expect(posted()).toEqual([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), name: 'Gala', currency: 'kwd', unit_amount: 4250 },
    ]);
    await save();
    await waitFor(() => expect(sent()).toEqual([{ stripePriceId: 'price_new' }]));
  });

  it.each([
    ['eur', '0.49', '€0.50'],
    ['gbp', '0.29', '£0.30'],
    ['nok', '2.99', 'NOK\u{a0}3'],
  ])('in %s of %s is not sent: the provider takes no less than %s', async (currency, typed, least) => {
    const dialog = await openNew();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Currency' }), currency);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Amount' }), typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Create the price' }));
    const summary = within(await dialog.findByRole('alert'));
    expect(summary.getByRole('link').textContent).toBe(
      `Amount: The payment provider takes no less than ${least}.`,
    );
    expect(posted()).toEqual([]);
  });

  it('with an amount that is none is not sent', async () => {
    const dialog = await openNew();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Amount' }), '14.999');
    await userEvent.click(dialog.getByRole('button', { name: 'Create the price' }));
    const summary = within(await dialog.findByRole('alert'));
    const link = summary.getByRole('link', { name: /^Amount: EUR has at most 2 decimals/ });
    expect(
      document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.getAttribute('aria-invalid'),
    ).toBe('true');
    expect(posted()).toEqual([]);
  });
});

describe('the time of the sale', () => {
  const at = '2020-01-10T19:00:00+00:00';

  it('that is half typed is not sent as "at once"', async () => {
    await open({ stripePriceId: 'price_1' });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'The sale starts at a set time' }));
    await save();
    expect(
      within(await screen.findByRole('alert')).getByText(/The sale starts: Choose a day and a time/),
    ).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('is taken away by its tick', async () => {
    await open({ stripePriceId: 'price_1', saleStartDate: at, saleEndDate: at });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'The sale ends at a set time' }));
    await save();
    await waitFor(() => expect(sent()).toEqual([{ saleEndDate: null }]));
  });

  it('is on the clock of the event', async () => {
    await open({ stripePriceId: 'price_1', saleStartDate: at });
    const hours = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'The sale starts, hours' });
    await waitFor(() => expect(hours.value).toBe('14'));
  });
});
