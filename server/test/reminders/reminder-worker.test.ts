/** The mail of a reminder: when, once, and to whom (docs/product.md, section 37). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import {
  type ReminderWorkerOptions,
  remindDue,
  startReminderWorker,
} from '../../src/reminders/reminder-worker.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';
import { mailsTo } from '../mailbox.ts';

const api = await startApi();
/** The machine of the tests may be busy. */
const slowTimeout = { timeout: 90_000 };
const [minute, hour] = [60_000, 3_600_000];
const inMs = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();

beforeEach(async () => {
  api.clock.stop();
  await api.db.deleteFrom('reminders').execute();
});
afterEach(() => api.clock.reset());

const log = { info() {}, warn: (fields: object) => expect.fail(JSON.stringify(fields)) } as never;
const partsOf = (changes: Partial<ReminderWorkerOptions> = {}): ReminderWorkerOptions => ({
  db: api.db,
  now: api.clock.now,
  secret: api.keys.mediaKey,
  log,
  wakeOutbox() {},
  wakePush() {},
  publicUrl: 'https://ringside.test',
  ...changes,
});
const remind = (changes = {}) => remindDue(partsOf(changes));
const later = (ms: number) => {
  api.clock.advance(ms);
  return remind();
};
const change = (id: string, values: object) =>
  api.db.updateTable('events').set(values).where('id', '=', id).execute();

async function insertViewer(user: Parameters<typeof insertUser>[1] = {}) {
  const email = `${randomUUID()}@example.test`;
  const userId = await insertUser(api.db, { email, emailVerifiedAt: inMs(0), ...user });
  const device = await api.signInAs({ userId });
  const mails = async () => (await mailsTo(api, email)).filter(({ kind }) => kind === 'reminder');
  return { userId, email, device, mails, count: async () => (await mails()).length };
}

/** An event that begins in five hours, and a viewer who wants to be reminded of it. */
async function insertReminded(event: Parameters<typeof insertEvent>[1] = {}, user = {}) {
  const dates = { startDate: inMs(5 * hour), endDate: inMs(9 * hour) };
  const eventId = await insertEvent(api.db, { status: 'public', ...dates, ...event });
  const viewer = await insertViewer(user);
  const { status } = await viewer.device.request(`PUT /api/v1/reminders/competitions/${eventId}`);
  expect(status).toBe(204);
  return { eventId, ...viewer };
}

describe('a reminder', () => {
  it('is one mail, an hour before the beginning (37.3)', async () => {
    const { count } = await insertReminded();
    expect([await later(4 * hour - 1_000), await count()]).toEqual([0, 0]);
    expect([await later(1_000), await count()]).toEqual([1, 1]);
    expect([await remind(), await later(2 * hour), await count()]).toEqual([0, 0, 1]);
  });

  it('says what begins and when, on the clock of the venue, and how to stop it (37.3, 37.5)', async () => {
    const name = `<b>Köln "Rumble"</b> ${'拳'.repeat(20)}`;
    const { mails, device } = await insertReminded({
      name,
      timezone: 'Asia/Tokyo',
      slug: `koeln-${randomUUID()}`,
    });
    await later(4 * hour);
    const [mail] = await mails();
    const start = new Date(api.clock.now().getTime() + hour);
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
      start,
    );
    expect(mail?.subject).toBe('The fights begin soon');
    expect(mail?.text).toContain(name);
    expect(mail?.text).toContain(`${time} (Asia/Tokyo)`);
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.html).toContain(`href="https://ringside.test/auth/stop-reminders?token=${mail?.token}"`);
    expect(mail?.text).toContain(`/auth/stop-reminders?token=${mail?.token}\n`);
    const { unsubscribeUrl } = await api.db
      .selectFrom('outboxMails')
      .select('unsubscribeUrl')
      .where('kind', '=', 'reminder')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const url = new URL(String(unsubscribeUrl));
    expect(url.origin).toBe('https://ringside.test');
    expect(mail?.token).toBe(url.searchParams.get('token'));
    expect((await api.request(`POST ${url.pathname}${url.search}`)).status).toBe(204);
    expect((await device.request('GET /api/v1/reminders/settings')).body.mails).toBe(false);
  });

  it('that is set in the last 75 minutes comes ten minutes before (37.3)', async () => {
    const { count } = await insertReminded({ startDate: inMs(70 * minute) });
    expect([await later(30 * minute), await later(29 * minute), await count()]).toEqual([0, 0, 0]);
    expect([await later(minute), await count()]).toEqual([1, 1]);
  });

  it('comes late from a server that was down, and not after the end (37.3)', async () => {
    const late = await insertReminded();
    const tooLate = await insertReminded({ endDate: inMs(6 * hour) });
    expect(await later(6 * hour)).toBe(1);
    expect((await late.mails()).map(({ subject }) => subject)).toEqual(['The fights have begun']);
    expect(await tooLate.count()).toBe(0);
  });

  it('is due again when the beginning moves by half an hour, and not when by less (37.4)', async () => {
    const { eventId, count } = await insertReminded();
    const startsIn = (ms: number) => change(eventId, { startDate: inMs(ms) });
    await later(4 * hour);
    await startsIn(hour + 29 * minute);
    expect([await later(29 * minute), await count()]).toEqual([0, 1]);
    await startsIn(2 * hour);
    expect([await remind(), await later(hour), await count()]).toEqual([0, 1, 2]);
    // The morning of the same day: it begins at once.
    await startsIn(5 * minute);
    expect([await remind(), await remind(), await count()]).toEqual([1, 0, 3]);
  });

  it.each([
    ['a draft', 'public', 'draft', 0],
    ['hidden, after it was public', 'public', 'hidden', 0],
    ['hidden all the time', 'hidden', 'hidden', 1],
    ['public, after it was hidden', 'hidden', 'public', 1],
  ] as const)('of an event that is %s (37.2)', async (_, before, then, expected) => {
    const { eventId, count } = await insertReminded({ status: before });
    await change(eventId, { status: then });
    expect([await later(4 * hour), await count()]).toEqual([expected, expected]);
  });

  it('is not mailed to an address that nobody has confirmed, or who wants no mails (37.5)', async () => {
    const [unconfirmed, unwilling] = [
      await insertReminded({}, { emailVerifiedAt: null }),
      await insertReminded(),
    ];
    await unwilling.device.request('PUT /api/v1/reminders/settings', { body: { mails: false } });
    await later(4 * hour);
    // Switched on again, the mail of the past does not come.
    await unwilling.device.request('PUT /api/v1/reminders/settings', { body: { mails: true } });
    await remind();
    expect([await unconfirmed.count(), await unwilling.count()]).toEqual([0, 0]);
  });

  it('that was removed is not sent', async () => {
    const { eventId, device, count } = await insertReminded();
    await device.request(`DELETE /api/v1/reminders/competitions/${eventId}`);
    expect([await later(4 * hour), await count()]).toEqual([0, 0]);
  });

  it('keeps the site where it was set when no address is configured', async () => {
    const { mails } = await insertReminded();
    api.clock.advance(4 * hour);
    await remind({ publicUrl: undefined });
    expect((await mails())[0]?.text).toMatch(/http:\/\/localhost(:\d+)?\/competitions\//);
  });
});

describe('several servers', () => {
  it('send each of 150 mails once, with clocks 90 seconds apart (37.3)', slowTimeout, async () => {
    const eventId = await insertEvent(api.db, {
      status: 'public',
      startDate: inMs(5 * hour),
      endDate: inMs(9 * hour),
    });
    const viewers = Array.from({ length: 150 }, () => randomUUID());
    const person = { name: 'Robin', firstName: 'Robin', middleName: null, lastName: 'Reed', phone: null };
    await api.db
      .insertInto('users')
      .values(
        viewers.map((id) => ({
          ...person,
          id,
          email: `${id}@example.test`,
          emailVerifiedAt: inMs(0),
          passwordHash: null,
        })),
      )
      .execute();
    const row = { eventId, byLink: false, origin: 'https://ringside.test', createdAt: inMs(0) };
    await api.db
      .insertInto('reminders')
      .values(viewers.map((userId) => ({ ...row, userId })))
      .execute();
    api.clock.advance(4 * hour);
    const { databaseUrl } = api;
    await using second = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : undefined;
    const ahead = () => new Date(api.clock.now().getTime() + 90_000);
    const rounds = Array.from({ length: 6 }, (_, index) =>
      remind(index % 2 === 0 ? {} : { db: second?.db ?? api.db, now: ahead }),
    );
    const counts = await Promise.all(rounds);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150);
    const emails = viewers.map((id) => `${id}@example.test`);
    const mails = await api.db
      .selectFrom('outboxMails')
      .select('recipient')
      .where('kind', '=', 'reminder')
      .where('recipient', 'in', emails)
      .execute();
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted());
  });

  it('a crash before the commit loses no mail and doubles none', async () => {
    const { count } = await insertReminded();
    api.clock.advance(4 * hour);
    const broken = api.db.transaction().execute(async (trx) => {
      await remindDue(partsOf({ db: inside(trx) }));
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    expect([await count(), await remind(), await count()]).toEqual([0, 1, 1]);
  });
});

/** A transaction as a database: what runs in it is undone with it. */
function inside(trx: typeof api.db): typeof api.db {
  const handler = { execute: (work: (db: typeof api.db) => Promise<unknown>) => work(trx) };
  return new Proxy(trx, {
    get: (target, name) => (name === 'transaction' ? () => handler : Reflect.get(target, name)),
  });
}

describe('the worker', () => {
  it('waits while nothing may be stored, and stops at once', async () => {
    const { count } = await insertReminded();
    api.clock.advance(4 * hour);
    let isFull = true;
    const worker = startReminderWorker(partsOf({ isPaused: async () => isFull, pollMs: 10 }));
    await expect.poll(count, { timeout: 200 }).toBe(0);
    isFull = false;
    await expect.poll(count, { timeout: 15_000 }).toBe(1);
    await worker[Symbol.asyncDispose]();
    expect(await count()).toBe(1);
  });
});
