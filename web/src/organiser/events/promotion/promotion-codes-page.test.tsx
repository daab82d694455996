import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeSite, rumbleSold } from '../../../test/fake-shop.ts';
import { openAdmin } from '../../../test/open-admin.ts';
import { signOut } from '../../../test/session-cookies.ts';
import type { PromotionCode } from './promotion.queries.ts';

const server = fakeApiServer();
const path = '/api/v1/shop/promotion-codes';
const onePath = '/api/v1/shop/promotion-codes/{promotionCodeId}';
const all = ['event:read', 'price:read', 'promotion:read', 'promotion:create', 'promotion:update'];
afterEach(signOut);

const newCode = (change: Partial<PromotionCode> = {}): PromotionCode => ({
  id: 'promo_1',
  code: 'EARLY',
  name: 'Early birds',
  state: 'active',
  percentOff: 20,
  amountsOff: [],
  products: [],
  maxRedemptions: 200,
  redemptions: 12,
  expiresAt: null,
  isFirstPurchaseOnly: false,
  minimum: null,
  createdAt: '2026-10-01T08:00:00Z',
  ...change,
});

function open(codes: PromotionCode[], { held = all, isStale = false } = {}) {
  server.on('get', path, {
    status: 200,
    body: { data: codes, hasMore: false, fetchedAt: '2026-11-20T08:00:00Z', isStale },
  });
  server.on('get', '/api/v1/site', { status: 200, body: fakeSite });
  server.on('get', '/api/v1/shop/prices', { status: 200, body: { data: [], hasMore: false } });
  return openAdmin(server, '/admin/promotion-codes', held);
}
const patches = () => server.calls().filter(({ method }) => method === 'patch');
const card = async (code: string) =>
  within((await screen.findByRole('heading', { name: code })).closest('li') as HTMLElement);

describe('the promotion codes', () => {
  it('show what they take off, their uses and their links', async () => {
    open([
      newCode({ products: [{ id: 'prod_1', name: 'Rumble, all of it', items: [rumbleSold] }] }),
      newCode({ id: 'promo_2', code: 'FREE', percentOff: 100, maxRedemptions: null, state: 'used-up' }),
      newCode({
        id: 'promo_3',
        code: 'FIVE',
        percentOff: null,
        amountsOff: [
          { amount: 500, currency: 'eur' },
          { amount: 700, currency: 'jpy' },
        ],
      }),
    ]);
    const early = await card('EARLY');
    expect(early.getByText('20 % off')).toBeDefined();
    expect(early.getByText('12 of 200')).toBeDefined();
    expect(early.getByText('Rumble, all of it')).toBeDefined();
    expect(early.getByRole('button', { name: 'Copy the link to Rotterdam Rumble 7' })).toBeDefined();
    const free = await card('FREE');
    expect(free.getByText('Free')).toBeDefined();
    expect(free.queryByRole('button')).toBeNull();
    expect((await card('FIVE')).getByText('€5 or JP¥700 off')).toBeDefined();
  });

  it('say that there are none', async () => {
    open([]);
    expect(await screen.findByText('No promotion codes yet')).toBeDefined();
  });

  it('say how old they are while the provider does not answer', async () => {
    open([newCode()], { isStale: true });
    expect((await screen.findByText(/does not answer/)).textContent).toMatch(/20 Nov/);
  });

  it('are found by a part of the code', async () => {
    open(Array.from({ length: 60 }, (_, index) => newCode({ id: `promo_${index}`, code: `CODE${index}` })));
    expect(await screen.findByRole('button', { name: 'Show 10 more of 60' })).toBeDefined();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a code' }), 'code59');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'CODE59',
    ]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a code' }), 'x');
    expect(screen.getByText('No code fits.')).toBeDefined();
  });

  it('offer nothing to somebody who may only read', async () => {
    open([newCode()], { held: ['event:read', 'promotion:read'] });
    await card('EARLY');
    expect(screen.queryByRole('button', { name: /New code|Switch/ })).toBeNull();
  });
});

describe('the switch', () => {
  it('asks before it switches off, and switches on at once', async () => {
    open([newCode()]);
    server.on('patch', onePath, { status: 204 });
    await userEvent.click((await card('EARLY')).getByRole('button', { name: 'Switch off EARLY' }));
    const question = within(await screen.findByRole('dialog', { name: 'Switch off EARLY?' }));
    await userEvent.click(question.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(patches().map(({ body }) => body)).toEqual([{ isActive: false }]));
    expect(await screen.findByText('EARLY is switched off')).toBeDefined();
  });

  it('says why the provider refuses', async () => {
    open([newCode({ state: 'inactive' })]);
    const detail = 'It cannot be switched on: it is used up.';
    server.on('patch', onePath, { status: 409, body: problemBody({ status: 409, detail }) } as never);
    await userEvent.click((await card('EARLY')).getByRole('button', { name: 'Switch on EARLY' }));
    expect(await screen.findByText(detail)).toBeDefined();
  });
});

describe('a new code', () => {
  const openForm = async () => {
    open([]);
    server.on('post', path, {
      status: 201,
      body: { id: 'promo_9', code: 'MADEUP' },
      headers: { Location: `${path}/promo_9` },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'New code' }));
    return within(await screen.findByRole('dialog', { name: 'New promotion code' }));
  };

  it('of a percentage is sent with what was typed alone', async () => {
    const form = await openForm();
    await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), 'Early birds');
    await userEvent.type(form.getByRole('textbox', { name: 'Percentage' }), '20');
    await userEvent.click(form.getByRole('button', { name: 'Create the code' }));
    expect(await screen.findByText('The code MADEUP can be used')).toBeDefined();
    const [call] = server.calls(path).filter(({ method }) => method === 'post');
    expect(call?.body).toEqual({ key: expect.any(String), name: 'Early birds', percentOff: 20 });
  });

  it('of amounts is sent in the smallest units of each currency', async () => {
    const form = await openForm();
    await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), 'Five');
    await userEvent.click(form.getByRole('radio', { name: 'An amount' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Amount' }), '5,50');
    await userEvent.click(form.getByRole('button', { name: 'Add a currency' }));
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Currency 2' }), 'jpy');
    await userEvent.type(form.getByRole('textbox', { name: 'Amount 2' }), '700');
    await userEvent.type(form.getByRole('textbox', { name: 'Number of uses' }), '3');
    await userEvent.click(form.getByRole('button', { name: 'Create the code' }));
    await waitFor(() =>
      expect(server.calls(path).find(({ method }) => method === 'post')?.body).toMatchObject({
        amountsOff: [
          { amount: 550, currency: 'eur' },
          { amount: 700, currency: 'jpy' },
        ],
        maxRedemptions: 3,
      }),
    );
  });

  it('that is half typed is not sent', async () => {
    const form = await openForm();
    await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), 'Early birds');
    await userEvent.click(form.getByRole('button', { name: 'Create the code' }));
    expect(form.getByText('Enter a whole number from 1 to 100.')).toBeDefined();
    expect(server.calls(path).filter(({ method }) => method === 'post')).toEqual([]);
  });
});
