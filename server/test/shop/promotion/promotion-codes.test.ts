/** Organisers list, make and switch promotion codes. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newPromotionCode } from '../fake-promotions.ts';
import { startShop } from '../shop.ts';

const shop = await startShop();
const { provider, db, clock } = shop;
const path = '/api/v1/shop/promotion-codes';
const scopes = ['promotion:read', 'promotion:create', 'promotion:update'];
const organiser = await shop.signInAs({ scopes });
beforeEach(async () => {
  provider.isAway = false;
  provider.delayMs = 0;
  provider.promotionCodes.clear();
  await db.deleteFrom('promotionCodes').execute();
  await db.deleteFrom('promotionLists').execute();
});
const list = (query = '') => organiser.request(`GET ${path}${query}`);
const create = (fields: object) =>
  organiser.request(`POST ${path}`, { body: { key: randomUUID(), name: 'Early birds', ...fields } });
const change = (id: string, isActive: boolean) =>
  organiser.request(`PATCH ${path}/${id}`, { body: { isActive } });
const issuesOf = (body: { issues: Array<{ pointer: string }> }) => body.issues.map(({ pointer }) => pointer);
const entriesOf = (entityId: string) =>
  db.selectFrom('auditEntries').select(['action', 'after']).where('entityId', '=', entityId).execute();

describe('createPromotionCode', () => {
  it('makes a code with its limits at the provider, for the products of its prices', async () => {
    const { priceId } = await shop.newTicket();
    const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const { status, body, headers } = await create({
      code: 'early-20',
      percentOff: 20,
      priceIds: [priceId],
      maxRedemptions: 5,
      expiresAt,
      isFirstPurchaseOnly: true,
    });
    expect([status, body.code, headers.location]).toEqual([201, 'EARLY-20', `${path}/${body.id}`]);
    expect(provider.promotionCodes.get('EARLY-20')).toMatchObject({
      percentOff: 20,
      maxRedemptions: 5,
      expiresAt,
      isFirstPurchaseOnly: true,
      productIds: [priceId.replace('price_', 'prod_')],
    });
    expect(await entriesOf(body.id)).toMatchObject([
      { action: 'createPromotionCode', after: { code: 'EARLY-20', percentOff: 20 } },
    ]);
  });

  it('makes up a code that nobody can guess, the same one for a repeated call', async () => {
    const fields = { key: randomUUID(), percentOff: 10 };
    const [first, again, other] = [
      await create(fields),
      await create(fields),
      await create({ percentOff: 10 }),
    ];
    expect(first.body.code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/);
    expect(again.body).toEqual(first.body);
    expect(other.body.code).not.toBe(first.body.code);
    expect(await entriesOf(first.body.id)).toHaveLength(1);
  });

  it('takes off an amount of each currency', async () => {
    const amountsOff = [
      { amount: 500, currency: 'eur' },
      { amount: 700, currency: 'jpy' },
    ];
    const { body } = await create({ code: 'FIVE', amountsOff });
    expect((await list()).body.data).toMatchObject([{ id: body.id, percentOff: null, amountsOff }]);
  });

  it('refuses a code that is written like an active one, also of ten at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create({ code: index % 2 ? 'Twice' : 'TWICE', percentOff: 10 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(issuesOf(refused?.body)).toEqual(['/code']);
  });

  const in6Years = new Date(Date.now() + 6 * 366 * 86_400_000).toISOString();
  it.each([
    ['nothing to take off', {}, '/percentOff'],
    ['both kinds', { percentOff: 10, amountsOff: [{ amount: 1, currency: 'eur' }] }, '/percentOff'],
    ['more than everything', { percentOff: 101 }, '/percentOff'],
    ['a coin that does not exist', { amountsOff: [{ amount: 5, currency: 'bhd' }] }, '/amountsOff/0/amount'],
    [
      'a currency twice',
      { amountsOff: [1, 2].map((amount) => ({ amount, currency: 'eur' })) },
      '/amountsOff/1/currency',
    ],
    ['an end in the past', { percentOff: 10, expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['an end in six years', { percentOff: 10, expiresAt: in6Years }, '/expiresAt'],
    ['an unknown price', { percentOff: 10, priceIds: ['price_none'] }, '/priceIds/0'],
    ['a formula as its code', { percentOff: 10, code: '=SUM(A1)' }, '/code'],
    ['a long code', { percentOff: 10, code: 'A'.repeat(20_000) }, '/code'],
  ])('refuses %s', async (_name, fields, pointer) => {
    const { status, body } = await create(fields);
    expect([status, issuesOf(body)]).toEqual([400, [pointer]]);
    expect(provider.promotionCodes.size).toBe(0);
  });

  it('is a 503 while the provider is away, and nothing is recorded', async () => {
    provider.isAway = true;
    expect((await create({ percentOff: 10 })).status).toBe(503);
    expect(await db.selectFrom('promotionCodes').select('id').execute()).toEqual([]);
  });
});

describe('listPromotionCodes', () => {
  it('shows uses, states, and what a code is for', async () => {
    const { eventId, blockId, priceId } = await shop.newTicket();
    await create({ code: 'BLOCK', percentOff: 20, priceIds: [priceId] });
    const hourAgo = new Date(clock.now().getTime() - 3_600_000).toISOString();
    provider.promotionCodes.set('GONE', newPromotionCode('GONE', { expiresAt: hourAgo }));
    provider.promotionCodes.set('OFF1', newPromotionCode('OFF1', { isActive: false }));
    provider.promotionCodes.set('USED', newPromotionCode('USED', { maxRedemptions: 2, redemptions: 2 }));
    const { body } = await list();
    const stateOf = new Map(
      body.data.map(({ code, state }: { code: string; state: string }) => [code, state]),
    );
    expect(Object.fromEntries(stateOf)).toEqual({
      BLOCK: 'active',
      GONE: 'expired',
      OFF1: 'inactive',
      USED: 'used-up',
    });
    const block = body.data.find(({ code }: { code: string }) => code === 'BLOCK');
    expect(block.products).toMatchObject([{ name: 'A ticket', items: [{ eventId, blockId }] }]);
    expect(body).toMatchObject({ hasMore: false, isStale: false });
  });

  it('finds by a part of the code or of the name', async () => {
    await create({ code: 'SUMMER', percentOff: 20, name: 'Sun' });
    await create({ code: 'WINTER', percentOff: 20, name: 'Snow' });
    const codesOf = async (q: string) =>
      (await list(`?q=${q}`)).body.data.map(({ code }: { code: string }) => code);
    expect([await codesOf('summ'), await codesOf('SNOW'), await codesOf('%25')]).toEqual([
      ['SUMMER'],
      ['WINTER'],
      [],
    ]);
  });

  it('shows the last ones while the provider is away or slow, and says so', async () => {
    await create({ code: 'STALE', percentOff: 20 });
    expect((await list()).body.isStale).toBe(false);
    provider.isAway = true;
    const { status, body } = await list();
    expect([status, body.isStale, body.data.length]).toEqual([200, true, 1]);
    provider.isAway = false;
    provider.delayMs = 4_000;
    const start = Date.now();
    expect((await list()).body.isStale).toBe(true);
    expect(Date.now() - start).toBeLessThan(3_800);
  });

  it('is a 503 while the provider is away and never answered', async () => {
    provider.isAway = true;
    expect((await list()).status).toBe(503);
  });

  it('asks the provider once for sixty callers at a time', async () => {
    provider.delayMs = 150;
    provider.calls.length = 0;
    await Promise.all(Array.from({ length: 60 }, () => list()));
    expect(provider.calls.filter((name) => name === 'listPromotionCodes').length).toBeLessThan(4);
  });
});

describe('updatePromotionCode', () => {
  it('switches a code off and on, and records both', async () => {
    const { body } = await create({ code: 'SWITCH', percentOff: 20 });
    expect((await change(body.id, false)).status).toBe(204);
    expect((await list()).body.data).toMatchObject([{ state: 'inactive' }]);
    await change(body.id, true);
    expect((await list()).body.data).toMatchObject([{ state: 'active' }]);
    expect((await entriesOf(body.id)).map(({ action }) => action)).toEqual([
      'createPromotionCode',
      'updatePromotionCode',
      'updatePromotionCode',
    ]);
  });

  it('is a 409 for one that is used up, and a 404 for an unknown one', async () => {
    provider.promotionCodes.set(
      'USED',
      newPromotionCode('USED', { maxRedemptions: 1, redemptions: 1, isActive: false }),
    );
    expect((await change('promo_USED', true)).status).toBe(409);
    expect((await change('promo_none', true)).status).toBe(404);
  });
});
