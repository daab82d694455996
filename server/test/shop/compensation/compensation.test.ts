import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { outdateProof } from '../../factories.ts';
import { newPrice } from '../fake-provider.ts';
import { disputeEvent } from '../provider-events.ts';
import { startOutages } from './outages.ts';

const shop = await startOutages();
const { db, provider, clock } = shop;
type Buyer = Awaited<ReturnType<typeof shop.newBuyer>>;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
let buyers: Buyer[];
let outage: string;

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
const quarter = { remedy: 'refund', percent: 25 };
const credit = () => ({ remedy: 'credit', percent: 20, endDate: inDays(30) });
const replay = () => ({ remedy: 'replay', scope: 'event', endDate: inDays(7) });

async function start(count: number) {
  buyers = [];
  for (let index = 0; index < count; index++) buyers.push(await shop.newBuyer(ticket));
  outage = await shop.breakFor(ticket, buyers);
  // The job has nothing else to ask the provider about.
  await db.updateTable('orders').set({ reconcileAt: null }).execute();
}

const refundsOf = ({ intent }: { intent: string }) =>
  provider.refunds.filter(({ paymentIntent }) => paymentIntent === intent).map(({ amount }) => amount);
const mailsOf = async ({ email }: { email: string }) =>
  (await shop.mailsTo(email)).filter(({ kind }) => kind.startsWith('compensation'));
const statuses = async () =>
  (await shop.people(outage)).data.map(
    ({ compensation }: { compensation: { status: string; failure: string | null } | null }) =>
      compensation && `${compensation.status} ${compensation.failure}`,
  );
/** What the provider has of the codes that are stored. */
const codesOf = async (compensationId: string) => {
  const items = await db
    .selectFrom('compensationItems')
    .select(['id', 'code'])
    .where('compensationId', '=', compensationId)
    .execute();
  const keys = items.map(({ id }) => `compensation:${id}`);
  return [...provider.promotionCodes.values()].filter(({ key }) => key !== null && keys.includes(key));
};
const later = (ms: number) => clock.advance(ms);

beforeEach(async () => {
  clock.reset();
  provider.isAway = false;
  provider.refusesRefunds = false;
  provider.losesAnswer = () => false;
  ticket = await shop.newTicket();
});

describe('a refund in part', () => {
  it('is previewed, given to each once with a mail, and seen in the order', async () => {
    await start(3);
    const { body } = await shop.preview(outage, quarter);
    expect(body).toMatchObject({
      people: 3,
      sums: [{ currency: 'eur', people: 3, amount: 3 * 374, least: 374, most: 374 }],
      leftOut: [],
    });
    expect((await shop.confirm(outage, { tag: body.tag, terms: quarter })).status).toBe(201);
    expect(await statuses()).toEqual(Array(3).fill('pending null'));
    await Promise.all([shop.workOff(), shop.workOff()]);
    await shop.work();
    expect(buyers.map(refundsOf)).toEqual([[374], [374], [374]]);
    expect(await statuses()).toEqual(Array(3).fill('done null'));
    for (const buyer of buyers) {
      const mails = await mailsOf(buyer);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('for 10 minutes you could not watch Test Night: Main card');
      expect(mails[0]?.text).toContain('EUR 3.74');
      expect(await shop.findOrder(buyer.orderId)).toMatchObject({ status: 'paid', refundedAmount: 374 });
      expect((await buyer.request(ticket.watch)).status).toBe(200);
    }
    expect((await shop.read(outage)).compensations).toMatchObject([
      {
        people: 3,
        pending: 0,
        done: 3,
        failed: 0,
        sums: [{ currency: 'eur', people: 3, amount: 1_122 }],
        actorName: 'Test User',
      },
    ]);
  });

  it('never exceeds what is left, and leaves out who has nothing left or paid in another currency', async () => {
    const [first, second, third] = [
      await shop.newBuyer(ticket),
      await shop.newBuyer(ticket),
      await shop.newBuyer(ticket),
    ];
    outage = await shop.breakFor(ticket, [first, second, third]);
    await db.updateTable('orders').set({ refundedAmount: 1_300 }).where('id', '=', first.orderId).execute();
    await db.updateTable('orders').set({ refundedAmount: 1_499 }).where('id', '=', second.orderId).execute();
    await db.updateTable('orders').set({ currency: 'usd' }).where('id', '=', third.orderId).execute();
    const terms = { remedy: 'refund', amounts: [{ currency: 'eur', amount: 500 }] };
    expect((await shop.preview(outage, terms)).body).toMatchObject({
      people: 1,
      sums: [{ currency: 'eur', amount: 199 }],
      leftOut: expect.arrayContaining([
        { reason: 'nothing-left', people: 1 },
        { reason: 'no-amount', people: 1 },
      ]),
    });
  });

  it('gives what is left when an organiser has refunded meanwhile, and nothing to who lost the order', async () => {
    await start(4);
    const [part, whole, disputed, deleted] = buyers as [Buyer, Buyer, Buyer, Buyer];
    await shop.compensate(outage, { remedy: 'refund', percent: 50 });
    const refund = (orderId: string, amount: number) =>
      shop.organiser.request(`POST /api/v1/shop/orders/${orderId}/refunds`, {
        body: { key: randomUUID(), refundedAmount: 0, reason: 'requested', amount },
      });
    expect([(await refund(part.orderId, 1_000)).status, (await refund(whole.orderId, 1_499)).status]).toEqual(
      [201, 201],
    );
    await shop.deliver(
      disputeEvent('created', {
        id: `dp_${randomUUID()}`,
        intent: disputed.intent,
        amount: 1_499,
        status: 'needs_response',
      }),
    );
    await db.deleteFrom('users').where('id', '=', deleted.userId).execute();
    await shop.workOff();
    await shop.work();
    expect(refundsOf(part).toSorted()).toEqual([1_000, 499].toSorted());
    expect([refundsOf(whole), refundsOf(disputed), refundsOf(deleted)]).toEqual([[1_499], [], [749]]);
    expect((await statuses()).toSorted()).toEqual([
      'done null',
      'done null',
      'failed order_not_paid',
      'failed order_not_paid',
    ]);
    // The rest went back for the outage, which ends no access.
    expect(await shop.findOrder(part.orderId)).toMatchObject({ status: 'paid', refundedAmount: 1_499 });
  });

  it.each([
    ['all of it at once', [100]],
    ['all of it in two outages', [50, 60]],
  ])('that gives back %s leaves the access, with one mail each', async (_name, percents) => {
    await start(1);
    const [buyer] = buyers as [Buyer];
    for (const percent of percents) {
      if (percent !== percents[0]) outage = await shop.breakFor(ticket, buyers);
      expect((await shop.compensate(outage, { remedy: 'refund', percent })).status).toBe(201);
      await shop.workOff();
      await shop.work();
    }
    expect(refundsOf(buyer).reduce((sum, amount) => sum + amount)).toBe(1_499);
    expect(await shop.findOrder(buyer.orderId)).toMatchObject({ status: 'paid', refundedAmount: 1_499 });
    expect((await buyer.request(ticket.watch)).status).toBe(200);
    const mails = await shop.mailsTo(buyer.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['receipt', ...percents.map(() => 'compensation-refund')]);
    expect(mails.at(-1)?.text).toContain('What you have bought stays yours.');
  });

  it('that the provider refuses can be tried again, by two at once, and is given once', async () => {
    await start(2);
    provider.refusesRefunds = true;
    const { body } = await shop.compensate(outage, quarter);
    await shop.workOff();
    expect(await statuses()).toEqual(Array(2).fill('failed charge_disputed'));
    expect(await mailsOf(buyers[0] as never)).toEqual([]);
    provider.refusesRefunds = false;
    const retry = () => shop.organiser.request(`POST /api/v1/shop/compensations/${body.id}/retry`);
    expect((await Promise.all([retry(), retry()])).map(({ status }) => status)).toEqual([204, 204]);
    await Promise.all([shop.workOff(), shop.workOff()]);
    await retry();
    await shop.workOff();
    expect(buyers.map(refundsOf)).toEqual([[374], [374]]);
    expect((await mailsOf(buyers[0] as never)).length).toBe(1);
  });

  it('that fails days later is shown, and can be tried again', async () => {
    await start(1);
    const { body } = await shop.compensate(outage, quarter);
    await shop.workOff();
    await db
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('paymentIntent', '=', buyers[0]?.intent ?? '')
      .execute();
    expect(await statuses()).toEqual(['failed refund_failed']);
    await shop.organiser.request(`POST /api/v1/shop/compensations/${body.id}/retry`);
    await shop.workOff();
    expect(refundsOf(buyers[0] as never)).toEqual([374, 374]);
    expect(await statuses()).toEqual(['done null']);
  });
});

describe('a credit', () => {
  it('is a code of their own for each, for one payment, until a date', async () => {
    await start(2);
    const terms = { remedy: 'credit', amounts: [{ currency: 'eur', amount: 500 }], endDate: inDays(30) };
    const { body } = await shop.compensate(outage, terms);
    await Promise.all([shop.workOff(), shop.workOff()]);
    const codes = await codesOf(body.id);
    expect(codes).toHaveLength(2);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(2);
    expect(codes[0]).toMatchObject({ maxRedemptions: 1, expiresAt: terms.endDate });
    expect(codes[0]?.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(provider.coupons.get(`compensation-${body.id}-eur`)).toMatchObject({
      off: { amount: 500, currency: 'eur' },
    });
    const texts = await Promise.all(buyers.map(async (buyer) => (await mailsOf(buyer))[0]?.text));
    expect(texts.every((text) => text?.includes('EUR 5.00'))).toBe(true);
    expect(codes.every(({ code }) => texts.some((text) => text?.includes(code)))).toBe(true);
    const shown = JSON.stringify([await shop.people(outage), await shop.read(outage)]);
    const seller = await shop.signInAs({ scopes: ['promotion:read', 'event:read'] });
    const promotions = await seller.request('GET /api/v1/shop/promotion-codes');
    expect(promotions.status).toBe(200);
    expect(codes.some(({ code }) => (shown + JSON.stringify(promotions.body)).includes(code))).toBe(false);
  });

  it('in percent is one coupon for all currencies', async () => {
    await start(1);
    const { body } = await shop.compensate(outage, credit());
    await shop.workOff();
    expect(provider.coupons.get(`compensation-${body.id}`)).toMatchObject({ off: { percent: 20 } });
    expect((await mailsOf(buyers[0] as never))[0]?.text).toContain('20 % cheaper');
  });
});

describe('a replay', () => {
  it('opens the event until a date, and says who can watch it anyway', async () => {
    await start(1);
    const [buyer] = buyers as [Buyer];
    expect((await shop.preview(outage, { ...replay(), scope: 'block' })).body).toMatchObject({
      people: 1,
      canWatchAnyway: 1,
      sums: [],
    });
    expect((await shop.preview(outage, replay())).body).toMatchObject({ people: 1, canWatchAnyway: 0 });
    const terms = replay();
    await shop.compensate(outage, terms);
    await Promise.all([shop.workOff(), shop.workOff()]);
    const granted = await db
      .selectFrom('accesses')
      .selectAll()
      .where('userId', '=', buyer.userId)
      .where('orderId', 'is', null)
      .execute();
    expect(granted).toMatchObject([{ eventId: ticket.eventId, blockId: null }]);
    expect(Date.parse(String(granted[0]?.endDate))).toBe(Date.parse(terms.endDate));
    expect((await mailsOf(buyer))[0]?.text).toContain('the replay of the whole event');
  });

  it('of an account that was deleted meanwhile fails alone', async () => {
    await start(2);
    await shop.compensate(outage, replay());
    await db
      .deleteFrom('users')
      .where('id', '=', buyers[0]?.userId ?? '')
      .execute();
    await shop.workOff();
    expect((await statuses()).toSorted()).toEqual(['done null', 'failed account_deleted']);
  });
});

describe('createCompensation', () => {
  it('of sixty parallel calls of two organisers takes one', async () => {
    await start(2);
    const second = await shop.signInAs({ scopes: ['order:refund'] });
    const { body } = await shop.preview(outage, quarter);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        shop.confirm(outage, { tag: body.tag, terms: quarter }, index % 2 ? second : shop.organiser),
      ),
    );
    // A server with too much to do may put some off.
    const others = answers.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(59);
    expect(others.filter(({ status }) => ![409, 503].includes(status)).map(({ body }) => body)).toEqual([]);
    await Promise.all([shop.workOff(), shop.workOff(), shop.workOff()]);
    expect(buyers.map(refundsOf)).toEqual([[374], [374]]);
  });

  it('returns the same for the same key, and refuses the key for another outage', async () => {
    await start(1);
    const { body } = await shop.preview(outage, quarter);
    const fields = { tag: body.tag, terms: quarter, key: randomUUID() };
    const answers = await Promise.all([shop.confirm(outage, fields), shop.confirm(outage, fields)]);
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    const other = await shop.newTicket();
    const otherOutage = await shop.breakFor(other, [await shop.newBuyer(other)]);
    const answer = await shop.confirm(otherOutage, fields);
    expect([answer.status, answer.body.issues[0].pointer]).toEqual([409, '/key']);
  });

  it('refuses an outdated preview, an outage that goes on, and one where nobody is left', async () => {
    await start(1);
    const { body } = await shop.preview(outage, quarter);
    await db
      .updateTable('orders')
      .set({ refundedAmount: 1_400 })
      .where('id', '=', buyers[0]?.orderId ?? '')
      .execute();
    const outdated = await shop.confirm(outage, { tag: body.tag, terms: quarter });
    expect([outdated.status, outdated.body.issues[0].pointer]).toEqual([409, '/tag']);
    await shop.compensate(outage, quarter);
    const nobody = await shop.compensate(outage, quarter);
    expect([nobody.status, nobody.body.detail]).toEqual([409, 'There is nobody to give this to.']);
    await db.updateTable('outages').set({ endedAt: null }).where('id', '=', outage).execute();
    const goesOn = await shop.compensate(outage, quarter);
    expect([goesOn.status, goesOn.body.detail.startsWith('The outage goes on')]).toEqual([409, true]);
  });

  it('gives to who was noticed later, and not again to the others', async () => {
    await start(2);
    const [first, second] = buyers as [Buyer, Buyer];
    await db.deleteFrom('outageViewers').where('userId', '=', second.userId).execute();
    await shop.compensate(outage, quarter);
    await db
      .insertInto('outageViewers')
      .values({ outageId: outage, userId: second.userId, since: shop.ago(20) })
      .execute();
    await shop.compensate(outage, { remedy: 'refund', percent: 50 });
    await shop.workOff();
    expect([refundsOf(first), refundsOf(second)]).toEqual([[374], [749]]);
  });

  it('needs a recent proof for money of more than ten people', async () => {
    await start(10);
    const left = await shop.signInAs({ scopes: ['order:read', 'order:refund'] });
    await outdateProof(db, left, clock.now());
    const confirm = async (terms: object) => {
      const { body } = await shop.preview(outage, terms);
      return shop.confirm(outage, { tag: body.tag, terms }, left);
    };
    expect((await confirm(quarter)).status).toBe(201);
    await start(11);
    for (const terms of [quarter, credit()]) {
      const refused = await confirm(terms);
      expect([refused.status, refused.body.type]).toEqual([403, '/problems/step-up-required']);
    }
    expect((await confirm(replay())).status).toBe(201);
  });

  it('needs order:refund, and is in the audit log with number and sum', async () => {
    await start(1);
    const reader = await shop.signInAs({ scopes: ['order:read', 'event:read'] });
    expect((await shop.confirm(outage, { tag: 'x', terms: quarter }, reader)).status).toBe(403);
    const { body } = await shop.compensate(outage, quarter);
    const entry = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: 'createCompensation',
      after: {
        outageId: outage,
        remedy: 'refund',
        percent: 25,
        people: 1,
        sums: [{ currency: 'eur', amount: 374 }],
      },
    });
  });

  it.each([
    [{ remedy: 'refund' }, '/terms/percent'],
    [{ remedy: 'refund', percent: 10, amounts: [{ currency: 'eur', amount: 1 }] }, '/terms/amounts'],
    [{ remedy: 'refund', amounts: [{ currency: 'isk', amount: 150 }] }, '/terms/amounts/0/amount'],
    [
      {
        remedy: 'refund',
        amounts: [
          { currency: 'eur', amount: 1 },
          { currency: 'eur', amount: 2 },
        ],
      },
      '/terms/amounts/1/currency',
    ],
    [{ remedy: 'credit', percent: 10 }, '/terms/endDate'],
    [{ remedy: 'credit', percent: 10, endDate: '2020-01-01T00:00:00Z' }, '/terms/endDate'],
    [{ remedy: 'credit', percent: 10, endDate: '2099-01-01T00:00:00Z' }, '/terms/endDate'],
    [{ remedy: 'replay', endDate: inDays(7) }, '/terms/scope'],
  ])('refuses %o', async (terms, pointer) => {
    await start(0);
    const preview = await shop.preview(outage, terms);
    const { status, body } = await shop.confirm(outage, { tag: 'x', terms });
    expect([preview.status, preview.body.issues[0].pointer, preview.body.issues[0].location]).toEqual([
      400,
      pointer,
      'query',
    ]);
    expect([status, body.issues[0].pointer, body.issues[0].location]).toEqual([400, pointer, 'body']);
  });
});

describe('exactly once', () => {
  it.each([quarter, credit(), replay()])('whatever is lost and killed: %o', async (terms) => {
    await start(4);
    const { body } = await shop.compensate(outage, terms);
    let calls = 0;
    // Every second answer is lost; a killed server leaves its items to the next one.
    provider.losesAnswer = () => calls++ % 2 === 0;
    for (let round = 0; round < 6; round++) {
      await Promise.all([shop.workOff(), shop.workOff()]);
      await shop.work();
      later(3_600_000);
    }
    provider.losesAnswer = () => false;
    await shop.workOff();
    await shop.work();
    expect(await statuses()).toEqual(Array(4).fill('done null'));
    for (const buyer of buyers) expect(await mailsOf(buyer)).toHaveLength(1);
    if (terms.remedy === 'refund') expect(buyers.map(refundsOf)).toEqual(Array(4).fill([374]));
    if (terms.remedy === 'credit') expect(await codesOf(body.id)).toHaveLength(4);
    if (terms.remedy === 'replay') {
      const granted = await db
        .selectFrom('accesses')
        .select('id')
        .where('orderId', 'is', null)
        .where('eventId', '=', ticket.eventId)
        .execute();
      expect(granted).toHaveLength(4);
    }
  });

  it('a refund that was sent more than a day ago is looked for before it is sent again', async () => {
    await start(1);
    await shop.compensate(outage, quarter);
    provider.losesAnswer = () => true;
    await shop.workOff();
    provider.losesAnswer = () => false;
    later(25 * 3_600_000);
    provider.calls.length = 0;
    await shop.workOff();
    await shop.work();
    expect(provider.calls).toEqual(['listRefunds']);
    expect(refundsOf(buyers[0] as never)).toEqual([374]);
  });

  it('waits while the provider is away', async () => {
    await start(1);
    await shop.compensate(outage, credit());
    provider.isAway = true;
    await shop.workOff();
    expect(await statuses()).toEqual(['pending null']);
    provider.isAway = false;
    await shop.workOff();
    expect(await statuses()).toEqual(['pending null']);
    later(60_000);
    await shop.workOff();
    expect(await statuses()).toEqual(['done null']);
  });
});

it('rounds down in currencies without coins', async () => {
  const id = `price_${randomUUID().replaceAll('-', '')}`;
  provider.prices.set(id, newPrice(id, { currency: 'isk', amount: 99_900 }));
  await db.updateTable('blocks').set({ stripePriceId: id }).where('id', '=', ticket.blockId).execute();
  const buyer = await shop.newBuyer(ticket, id);
  await db
    .updateTable('orders')
    .set({ currency: 'isk', amount: 99_900 })
    .where('id', '=', buyer.orderId)
    .execute();
  outage = await shop.breakFor(ticket, [buyer]);
  expect((await shop.preview(outage, { remedy: 'refund', percent: 33 })).body.sums).toMatchObject([
    { amount: 32_900 },
  ]);
});
