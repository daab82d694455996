/** Reminders of events: set, read, removed, and the mail (docs/product.md, section 37). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnsubscribeTokens } from '../../src/reminders/unsubscribe-token.ts';
import { insertEvent, insertUser } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const [minute, hour] = [60_000, 3_600_000];
const inMs = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();
const path = '/api/v1/reminders';
const of = (competition: string) => `${path}/competitions/${competition}`;

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

const insertComing = (event: Parameters<typeof insertEvent>[1] = {}) =>
  insertEvent(api.db, { status: 'public', startDate: inMs(5 * hour), endDate: inMs(9 * hour), ...event });
const set = async (device: Device, event: string) => (await device.request(`PUT ${of(event)}`)).status;
const remove = async (device: Device, event: string) => (await device.request(`DELETE ${of(event)}`)).status;
const isSet = async (device: Device, event: string) =>
  (await device.request(`GET ${of(event)}`)).body.isSet as boolean;
const listed = async (device: Device) =>
  (await device.request(`GET ${path}`)).body.data.map(
    ({ competition }: { competition: { id: string } }) => competition.id,
  );
const change = (id: string, values: object) =>
  api.db.updateTable('events').set(values).where('id', '=', id).execute();

describe('setReminder', () => {
  it('is idempotent, by id and by slug, and so is its removal (37.1)', async () => {
    const slug = `rumble-${randomUUID()}`;
    const event = await insertComing({ slug });
    const viewer = await api.signInAs();
    expect(await isSet(viewer, event)).toBe(false);
    expect([await set(viewer, event), await set(viewer, slug)]).toEqual([204, 204]);
    expect([await isSet(viewer, slug), await listed(viewer)]).toEqual([true, [event]]);
    expect([await remove(viewer, slug), await remove(viewer, event)]).toEqual([204, 204]);
    expect([await isSet(viewer, event), await listed(viewer)]).toEqual([false, []]);
  });

  it('sixty calls at once leave one reminder', async () => {
    const event = await insertComing();
    const viewer = await api.signInAs();
    const calls = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 2 ? viewer.request(`GET ${of(event)}`) : viewer.request(`PUT ${of(event)}`),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect([...new Set(statuses)].toSorted()).toEqual([200, 204]);
    expect(await listed(viewer)).toEqual([event]);
  });

  it('treats a draft like a wrong slug, and opens a hidden event by its link (37.2)', async () => {
    const [draft, hidden] = [
      await insertComing({ status: 'draft' }),
      await insertComing({ status: 'hidden' }),
    ];
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const ask = async (event: string) => {
      const answers = ['GET', 'PUT', 'DELETE'].map((method) => organiser.request(`${method} ${of(event)}`));
      return (await Promise.all(answers)).map(({ status, body: { instance: _, ...body } }) => ({
        status,
        body,
      }));
    };
    expect(await ask(draft)).toEqual(await ask('no-such-event'));
    expect((await ask(draft)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect([await set(organiser, hidden), await listed(organiser)]).toEqual([204, [hidden]]);
  });

  it('refuses an event that has begun (37.1)', async () => {
    const event = await insertComing({ startDate: inMs(0) });
    const viewer = await api.signInAs();
    expect([await set(viewer, event), await isSet(viewer, event)]).toEqual([409, false]);
  });

  it('is of one user: nobody else sees or removes it', async () => {
    const event = await insertComing();
    const [viewer, stranger] = [await api.signInAs(), await api.signInAs({ scopes: ['event:read'] })];
    await set(viewer, event);
    expect([await isSet(stranger, event), await listed(stranger)]).toEqual([false, []]);
    expect(await remove(stranger, event)).toBe(204);
    expect(await isSet(viewer, event)).toBe(true);
  });

  it('goes with the event and with the account (37.7)', async () => {
    const [event, other] = [await insertComing(), await insertComing()];
    const viewer = await api.signInAs();
    await set(viewer, event);
    await set(viewer, other);
    await viewer.request(`PUT ${path}/settings`, { body: { mails: false } });
    await api.db.deleteFrom('events').where('id', '=', event).execute();
    expect(await listed(viewer)).toEqual([other]);
    const { status } = await viewer.request('DELETE /api/v1/identity/profile?confirm=own-account');
    expect(status).toBe(204);
    for (const table of ['reminders', 'reminderSettings'] as const)
      expect(
        await api.db.selectFrom(table).selectAll().where('userId', '=', viewer.userId).execute(),
      ).toEqual([]);
  });
});

describe('listReminders', () => {
  it('has the next event first, in pages, without what is over or was taken back (37.6)', async () => {
    const viewer = await api.signInAs();
    const later = await insertComing({ startDate: inMs(8 * hour), endDate: inMs(9 * hour) });
    const [next, taken] = [await insertComing(), await insertComing()];
    const over = await insertComing({ startDate: inMs(minute), endDate: inMs(2 * minute) });
    for (const event of [later, next, taken, over]) expect(await set(viewer, event)).toBe(204);
    api.clock.advance(3 * minute);
    await change(taken, { status: 'hidden' });
    expect(await listed(viewer)).toEqual([next, later]);
    const { body } = await viewer.request(`GET ${path}?limit=1&offset=1`);
    expect([body.total, body.data.length, body.data[0].competition.id]).toEqual([2, 1, later]);
    expect(await isSet(viewer, taken)).toBe(false);
    // Set again by somebody who has the link, it counts.
    expect([await set(viewer, taken), await isSet(viewer, taken)]).toEqual([204, true]);
  });
});

describe('stopReminderMails', () => {
  const secret = api.keys.mediaKey;
  const stop = (token: string, options = {}) =>
    api.request(`POST ${path}/unsubscribe?token=${token}`, options);
  const settingsOf = async (device: Device) => (await device.request(`GET ${path}/settings`)).body;

  async function signInWithMail() {
    const email = `${randomUUID()}@example.test`;
    const userId = await insertUser(api.db, { email, emailVerifiedAt: inMs(0) });
    const device = await api.signInAs({ userId });
    return { device, email, token: createUnsubscribeTokens(secret).issue({ id: userId, email }) };
  }

  it('works without a sign-in, from a mail program and again (37.5)', async () => {
    const { device, token } = await signInWithMail();
    expect(await settingsOf(device)).toEqual({ mails: true, boutMails: false, isEmailConfirmed: true });
    const oneClick = {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
    };
    expect([(await stop(token, oneClick)).status, (await stop(token)).status]).toEqual([204, 204]);
    expect(await settingsOf(device)).toEqual({ mails: false, boutMails: false, isEmailConfirmed: true });
    const on = await device.request(`PUT ${path}/settings`, { body: { mails: true } });
    expect([on.status, (await settingsOf(device)).mails]).toEqual([204, true]);
  });

  it('a reader of the link gets nothing but that (37.5)', async () => {
    const { device, token } = await signInWithMail();
    const answer = await stop(token);
    expect([answer.status, answer.body, answer.cookies]).toEqual([204, '', []]);
    const seen = await api.request(`GET ${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(seen.status).toBe(401);
    // A link that a scanner follows with GET changes nothing.
    await device.request(`PUT ${path}/settings`, { body: { mails: true } });
    expect((await api.app.inject({ url: `${path}/unsubscribe?token=${token}` })).statusCode).not.toBe(204);
    expect((await settingsOf(device)).mails).toBe(true);
  });

  it('refuses a token that is forged, for another account or for an old address', async () => {
    const { device, email, token } = await signInWithMail();
    const other = await signInWithMail();
    const own = Buffer.from(token, 'base64url');
    const mixed = Buffer.concat([Buffer.from(other.token, 'base64url').subarray(0, 24), own.subarray(24)]);
    own[60 - 20] = (own[60 - 20] ?? 0) ^ 1;
    const strange = createUnsubscribeTokens(Buffer.alloc(32, 1)).issue({ id: device.userId, email });
    for (const bad of [mixed.toString('base64url'), own.toString('base64url'), strange])
      expect((await stop(bad)).status).toBe(404);
    expect((await stop(`${token.slice(1)}%27`)).status).toBe(400);
    await api.db
      .updateTable('users')
      .set({ email: `new-${email}` })
      .where('id', '=', device.userId)
      .execute();
    expect((await stop(token)).status).toBe(404);
    await api.db.deleteFrom('users').where('id', '=', other.device.userId).execute();
    expect((await stop(other.token)).status).toBe(404);
    expect((await settingsOf(device)).mails).toBe(true);
  });

  it('refuses twenty kilobytes of text', async () => {
    const { device, token } = await signInWithMail();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await stop(token, { body: `a=${'x'.repeat(20_480)}`, headers });
    expect([status, (await settingsOf(device)).mails]).toEqual([413, true]);
  });
});
