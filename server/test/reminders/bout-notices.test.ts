/** Which messages about a bout are sent, to whom, and only once (docs/product/card.md, 46). */
import { randomUUID } from 'node:crypto';
import type { BellKind } from '@ringside/rules/bell';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { noticeDue } from '../../src/reminders/bouts/bout-notice-worker.ts';
import {
  insertAccess,
  insertBlock,
  insertBout,
  insertEvent,
  insertFighter,
  insertLiveStream,
} from '../factories.ts';
import { mailsTo } from '../mailbox.ts';
import { setUpPush } from './push-setup.ts';

const { addBrowser, api, inMs, send, service } = await setUpPush();
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const timekeeper = await api.signInAs({ scopes: ['event:bell'] });
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });

const optionsOf = (changes = {}) => ({
  db: api.db,
  now: api.clock.now,
  secret: api.keys.mediaKey,
  publicUrl: 'https://ringside.test',
  log: { info() {}, warn: (fields: object) => expect.fail(JSON.stringify(fields)) } as never,
  wakeOutbox() {},
  wakePush() {},
  ...changes,
});
/** Some time passes, then a server looks what is due. */
const later = (ms: number) => {
  api.clock.advance(ms);
  return noticeDue(optionsOf());
};

interface Night {
  eventId: string;
  blockId: string;
  slug: string;
  bouts: [string, string, string];
}
let night: Night;
beforeEach(async () => {
  await api.db.deleteFrom('boutReminders').execute();
  await api.db.deleteFrom('mainEventNotices').execute();
  await api.db.updateTable('events').set({ status: 'draft' }).execute();
  night = await insertNight();
});

/** Three bouts of three rounds; it has begun. */
async function insertNight(event: Parameters<typeof insertEvent>[1] = {}): Promise<Night> {
  const dates = { startDate: inMs(-minute), endDate: inMs(4 * hour) };
  const slug = `night-${randomUUID()}`;
  const eventId = await insertEvent(api.db, {
    status: 'public',
    slug,
    name: 'Rumble',
    timezone: 'Asia/Tokyo',
    ...dates,
    ...event,
  });
  const blockId = await insertBlock(api.db, { eventId, ...dates });
  const add = async (number: number) =>
    insertBout(api.db, {
      blockId,
      redFighterId: await insertFighter(api.db, { name: `Red ${number}` }),
      blueFighterId: await insertFighter(api.db, { name: `Blue ${number}` }),
    });
  return { eventId, blockId, slug, bouts: [await add(1), await add(2), await add(3)] };
}

async function ring(kind: BellKind, round: number | null, boutId = night.bouts[0]): Promise<string> {
  const { status, body } = await timekeeper.request(
    `POST /api/v1/events/${night.eventId}/bouts/${boutId}/bells`,
    {
      body: { id: randomUUID(), kind, round, at: api.clock.now().toISOString() },
    },
  );
  expect(status).toBe(200);
  return body.id;
}
const undo = async (bellId: string, boutId = night.bouts[0]) =>
  (await timekeeper.request(`DELETE /api/v1/events/${night.eventId}/bouts/${boutId}/bells/${bellId}`)).status;

/** A viewer with a device, who wants to be told of the bout. */
async function insertWaiting(boutId: string, { competition = night.slug } = {}) {
  const viewer = await api.signInAs();
  const browser = await addBrowser(viewer);
  const { status } = await viewer.request(
    `PUT /api/v1/reminders/competitions/${competition}/bouts/${boutId}`,
  );
  expect(status).toBe(204);
  const heard = async () => {
    await send();
    return service.sent(browser).map(({ body }) => browser.read(body).bout);
  };
  return { ...viewer, browser, heard };
}

async function change(boutId: string, body: object): Promise<void> {
  const path = `/api/v1/events/${night.eventId}/bouts/${boutId}`;
  const { headers } = await organiser.request(`GET ${path}`);
  const { status } = await organiser.request(`PATCH ${path}`, {
    headers: { 'if-match': headers.etag as string },
    body,
  });
  expect(status).toBe(204);
}

describe('a bout is next', () => {
  it('when the one before it goes into its last planned round, ten seconds after the tap (46.2)', async () => {
    const { heard } = await insertWaiting(night.bouts[1]);
    for (const round of [1, 2]) await ring('round-start', round);
    await later(minute);
    expect(await heard()).toEqual([]);
    await ring('round-start', 3);
    await later(9 * second);
    expect(await heard()).toEqual([]);
    await later(second);
    expect(await heard()).toMatchObject([{ id: night.bouts[1], notice: 'next', name: 'Red 2 v Blue 2' }]);
    await ring('over', null);
    await later(minute);
    expect(await heard()).toHaveLength(1);
  });

  it('when the one before it ends early, and names nothing of that one (46.2)', async () => {
    const { browser, heard } = await insertWaiting(night.bouts[1]);
    await ring('round-start', 1);
    await ring('stopped', 1);
    await ring('over', null);
    await later(10 * second);
    expect(await heard()).toMatchObject([{ notice: 'next' }]);
    const said = JSON.stringify(service.sent(browser).map(({ body }) => browser.read(body)));
    for (const word of ['Red 1', 'Blue 1', night.bouts[0], 'stopped']) expect(said).not.toContain(word);
  });

  it('is not told when the tap is undone within ten seconds (46.2)', async () => {
    const { heard } = await insertWaiting(night.bouts[1]);
    await ring('round-start', 1);
    const bell = await ring('over', null);
    await later(9 * second);
    expect(await undo(bell)).toBe(204);
    await later(minute);
    expect(await heard()).toEqual([]);
  });

  it('when those between are cancelled, and of the first bout ten minutes before the plan (46.2)', async () => {
    night = await insertNight({ startDate: inMs(30 * minute), endDate: inMs(4 * hour) });
    await api.db
      .updateTable('blocks')
      .set({ startDate: inMs(30 * minute) })
      .where('id', '=', night.blockId)
      .execute();
    const [first, last] = [await insertWaiting(night.bouts[0]), await insertWaiting(night.bouts[2])];
    await change(night.bouts[1], { status: 'cancelled' });
    await later(19 * minute);
    expect(await first.heard()).toEqual([]);
    await later(minute);
    expect(await first.heard()).toMatchObject([{ notice: 'next' }]);
    expect(await last.heard()).toEqual([]);
    await ring('over', null);
    await later(minute);
    expect(await last.heard()).toMatchObject([{ notice: 'next' }]);
  });

  it('of another block is told when its plan comes, which may be tomorrow (46.2)', async () => {
    const dates = { startDate: inMs(24 * hour), endDate: inMs(26 * hour) };
    await api.db
      .updateTable('blocks')
      .set({ endDate: inMs(4 * hour) })
      .where('id', '=', night.blockId)
      .execute();
    await api.db
      .updateTable('events')
      .set({ endDate: dates.endDate })
      .where('id', '=', night.eventId)
      .execute();
    const blockId = await insertBlock(api.db, { eventId: night.eventId, ...dates });
    const tomorrow = await insertBout(api.db, { blockId });
    const { heard } = await insertWaiting(tomorrow);
    await ring('over', null, night.bouts[2]);
    await later(minute);
    expect(await heard()).toEqual([]);
    await later(24 * hour - 11 * minute);
    expect(await heard()).toMatchObject([{ id: tomorrow, notice: 'next' }]);
  });

  it('that nobody announced is told when it is on, and not when it is over (46.2)', async () => {
    const [second_, third] = [await insertWaiting(night.bouts[1]), await insertWaiting(night.bouts[2])];
    await ring('walkout', null, night.bouts[1]);
    await later(minute);
    expect(await second_.heard()).toMatchObject([{ notice: 'now' }]);
    await ring('over', null, night.bouts[2]);
    await later(minute);
    expect(await third.heard()).toEqual([]);
  });

  it('is told to nobody who took it back, or whose event was taken back (46.2)', async () => {
    const viewer = await insertWaiting(night.bouts[1]);
    await ring('over', null);
    await later(minute);
    await viewer.request(`DELETE /api/v1/reminders/competitions/${night.slug}/bouts/${night.bouts[1]}`);
    expect(await viewer.heard()).toEqual([]);
    const other = await insertWaiting(night.bouts[2]);
    await ring('over', null, night.bouts[1]);
    await api.db.updateTable('events').set({ status: 'hidden' }).where('id', '=', night.eventId).execute();
    await later(minute);
    expect(await other.heard()).toEqual([]);
  });

  it('comes by mail to those who want that, on the clock of the venue (46.4)', async () => {
    const email = `${randomUUID()}@example.test`;
    const viewer = await insertWaiting(night.bouts[1]);
    const silent = await insertWaiting(night.bouts[1]);
    await api.db
      .updateTable('users')
      .set({ email, emailVerifiedAt: inMs(0) })
      .where('id', '=', viewer.userId)
      .execute();
    await viewer.request('PUT /api/v1/reminders/settings', { body: { mails: true, boutMails: true } });
    await ring('over', null);
    await later(minute);
    const mails = (await mailsTo(api, email)).filter(({ kind }) => kind === 'bout');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your fight is next']);
    expect(mails[0]?.text).toMatch(/Red 2 v Blue 2 is next\. It is expected to begin on .*\(Asia\/Tokyo\)/);
    expect(mails[0]?.text).toContain(`/competitions/${night.slug}#bout-${night.bouts[1]}`);
    const count = await api.db
      .selectFrom('outboxMails')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .where('kind', '=', 'bout')
      .executeTakeFirstOrThrow();
    expect(Number(count.all)).toBe(1);
    expect((await silent.request('GET /api/v1/reminders/settings')).body).toMatchObject({ boutMails: false });
  });
});

describe('a bout that changes', () => {
  it('is told once, a minute later: cancelled, announced again, another fighter (46.3)', async () => {
    const [, boutId] = night.bouts;
    const { heard } = await insertWaiting(boutId);
    await change(boutId, { status: 'cancelled', statusReason: 'Injury' });
    await later(59 * second);
    expect(await heard()).toEqual([]);
    await later(second);
    await later(minute);
    expect(await heard()).toMatchObject([{ notice: 'cancelled' }]);
    await change(boutId, { status: 'announced' });
    await later(minute);
    expect((await heard()).at(-1)).toMatchObject({ notice: 'announced' });
    const names = ['Red 9', 'Red 10'];
    for (const name of names) {
      await change(boutId, { redFighterId: await insertFighter(api.db, { name }) });
      await later(minute);
      expect((await heard()).at(-1)).toMatchObject({ notice: 'replaced', name: `${name} v Blue 2` });
    }
    expect(await heard()).toHaveLength(4);
  });

  it('is told as cancelled when it is deleted, once, to those who did not know it (46.3, 43.87)', async () => {
    const [, bout, other] = night.bouts;
    const [waiting, knowing, elsewhere] = [
      await insertWaiting(bout),
      await insertWaiting(bout),
      await insertWaiting(other),
    ];
    await api.db
      .updateTable('boutReminders')
      .set({ known: 'cancelled' })
      .where('userId', '=', knowing.userId)
      .execute();
    const { status } = await organiser.request(`DELETE /api/v1/events/${night.eventId}/bouts/${bout}`);
    expect(status).toBe(204);
    expect(await later(50 * second)).toBe(0);
    await Promise.all([later(20 * second), noticeDue(optionsOf())]);
    expect(await waiting.heard()).toMatchObject([{ id: bout, notice: 'cancelled', name: 'Red 2 v Blue 2' }]);
    expect([await knowing.heard(), await elsewhere.heard()]).toEqual([[], []]);
    expect(await later(hour)).toBe(0);
  });

  it('is told to nobody when it is deleted in a draft, and an old message of it is not sent any more', async () => {
    const [, bout] = night.bouts;
    const waiting = await insertWaiting(bout);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', night.eventId).execute();
    await organiser.request(`DELETE /api/v1/events/${night.eventId}/bouts/${bout}`);
    await api.db
      .insertInto('pushMessages')
      .values({
        sessionId: waiting.sessionId,
        eventId: night.eventId,
        toldStart: inMs(hour),
        boutId: bout,
        notice: 'next',
      })
      .execute();
    expect(await later(2 * minute)).toBe(0);
    await api.db.updateTable('events').set({ status: 'public' }).where('id', '=', night.eventId).execute();
    expect(await waiting.heard()).toEqual([]);
  });

  it('is not told when it is taken back within a minute, nor to who asked after it (46.3)', async () => {
    const [, boutId] = night.bouts;
    const before = await insertWaiting(boutId);
    await change(boutId, { status: 'cancelled' });
    await later(30 * second);
    await change(boutId, { status: 'announced' });
    await later(2 * minute);
    expect(await before.heard()).toEqual([]);
    await change(boutId, { redFighterId: await insertFighter(api.db, { name: 'Red 9' }) });
    const after = await insertWaiting(boutId);
    await later(2 * minute);
    expect([(await before.heard()).length, (await after.heard()).length]).toEqual([1, 0]);
  });

  it('is not told again when two entries of one fighter are merged (46.3)', async () => {
    const [, boutId] = night.bouts;
    const { heard } = await insertWaiting(boutId);
    const [double, kept] = [
      await insertFighter(api.db, { name: 'N. Haddad' }),
      await insertFighter(api.db, { name: 'Noor Haddad' }),
    ];
    await change(boutId, { redFighterId: double });
    await later(minute);
    expect(await heard()).toMatchObject([{ notice: 'replaced', name: 'N. Haddad v Blue 2' }]);
    const merge = `/api/v1/fighters/${kept}`;
    const { headers } = await organiser.request(`GET ${merge}`);
    const merged = await organiser.request(`POST ${merge}/merge`, {
      headers: { 'if-match': headers.etag as string },
      body: { fighterId: double },
    });
    expect(merged.status).toBe(204);
    await later(2 * minute);
    expect(await heard()).toHaveLength(1);
    await change(boutId, { status: 'cancelled' });
    await later(minute);
    expect((await heard()).at(-1)).toMatchObject({ notice: 'cancelled', name: 'Noor Haddad v Blue 2' });
  });

  it('tells nothing of a change to its weight or of its place', async () => {
    const [first, boutId] = night.bouts;
    const { heard } = await insertWaiting(boutId);
    await change(boutId, { weightLimitKg: 70.5, title: 'Belt' });
    const order = { blocks: [{ blockId: night.blockId, boutIds: [boutId, first, night.bouts[2]] }] };
    const moved = await organiser.request(`PUT /api/v1/events/${night.eventId}/bouts/order`, { body: order });
    expect(moved.status).toBe(204);
    await api.db
      .updateTable('blocks')
      .set({ startDate: inMs(hour) })
      .where('id', '=', night.blockId)
      .execute();
    await later(2 * minute);
    expect(await heard()).toEqual([]);
  });
});

describe('the main event', () => {
  async function insertHolder(access: { blockId?: string | null; endDate?: string | null } = {}) {
    const viewer = await api.signInAs();
    const browser = await addBrowser(viewer);
    await insertAccess(api.db, { eventId: night.eventId, userId: viewer.userId, ...access });
    return {
      ...viewer,
      heard: async () => {
        await send();
        return service.sent(browser).map(({ body }) => browser.read(body).bout);
      },
    };
  }
  /** The first two bouts have been fought; the third is expected in some minutes. */
  async function fightUntilMain() {
    for (const boutId of night.bouts.slice(0, 2)) {
      await ring('round-start', 1, boutId);
      api.clock.advance(minute);
      await ring('over', null, boutId);
    }
  }

  it('is told once to ticket holders who do not watch, ten minutes before it is expected (46.5)', async () => {
    const [holder, watching, asked, late, passer] = [
      await insertHolder(),
      await insertHolder(),
      await insertHolder({ blockId: night.blockId }),
      await insertHolder({ endDate: inMs(minute) }),
      await api.signInAs(),
    ];
    await addBrowser(passer);
    const liveStreamId = await insertLiveStream(api.db, { blockId: night.blockId });
    await asked.request(`PUT /api/v1/reminders/competitions/${night.slug}/bouts/${night.bouts[2]}`);
    await later(minute);
    expect(await holder.heard()).toEqual([]);
    await fightUntilMain();
    await api.db
      .insertInto('playbackLeases')
      .values({
        userId: watching.userId,
        sessionId: watching.sessionId,
        liveStreamId,
        createdAt: inMs(0),
        pingedAt: inMs(0),
        endedAt: null,
        endReason: null,
      })
      .execute();
    await later(10 * second);
    await later(minute);
    expect(await holder.heard()).toMatchObject([{ notice: 'main-event', name: 'Red 3 v Blue 3' }]);
    expect(await asked.heard()).toMatchObject([{ notice: 'next' }]);
    expect([await watching.heard(), await late.heard()]).toEqual([[], []]);
  });

  it('is told to nobody when it has begun', async () => {
    const holder = await insertHolder();
    await fightUntilMain();
    await ring('walkout', null, night.bouts[2]);
    await later(minute);
    expect(await holder.heard()).toEqual([]);
  });
});

describe('any number of servers', () => {
  it('tell each of two hundred viewers once, also when one fails in the middle of its work (46.6)', async () => {
    const [, boutId] = night.bouts;
    const viewers = await Promise.all(Array.from({ length: 200 }, () => insertWaiting(boutId)));
    await ring('over', null);
    api.clock.advance(minute);
    // The message of one viewer cannot be stored: nobody of the same piece is told by that server.
    await sql`
      create function refuse_message() returns trigger language plpgsql as $$ begin
        if new.session_id = ${sql.lit(viewers[120]?.sessionId)} then raise exception 'killed'; end if;
        return new;
      end $$`.execute(api.db);
    await sql`create trigger refuse_message before insert on push_messages
      for each row execute function refuse_message()`.execute(api.db);
    await expect(noticeDue(optionsOf())).rejects.toThrow('killed');
    await sql`drop trigger refuse_message on push_messages`.execute(api.db);
    await sql`drop function refuse_message`.execute(api.db);
    const { databaseUrl } = api;
    await using other = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : undefined;
    const servers = [api.db, other?.db ?? api.db];
    await Promise.all([0, 1, 2, 3].map((index) => noticeDue(optionsOf({ db: servers[index % 2] }))));
    await Promise.all([send(), send()]);
    const counts = await Promise.all(viewers.map(async ({ heard }) => (await heard()).length));
    expect(counts).toEqual(viewers.map(() => 1));
  });
});
