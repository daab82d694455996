/** An access for an e-mail address waits for the account that has confirmed the address. Each test is an attack first. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { admitIdentity } from '../../../src/identity/providers/admit-identity.ts';
import { bearer, password, registerAccount, signIn } from '../../accounts.ts';
import { insertAccess, insertUser, insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { tokenMailedTo } from '../../mailbox.ts';
import { waitUntilBlocked } from '../../wait-for-lock.ts';

const api = await startApi();
const scopes = ['event:read', 'event:create', 'event:update', 'event:delete'];
const organiser = await api.signInAs({ scopes });
const path = '/api/v1/events/access';
const credentials = '/api/v1/identity/auth/credentials';
const start = '2026-11-20T09:00:00+00:00';

const importFor = (email: string, eventId: string, query = '') =>
  organiser.request(`POST ${path}/import${query}`, {
    body: `email,eventId,blockId,startDate,endDate\n${email},${eventId},,${start},`,
    headers: { 'content-type': 'text/csv' },
  });
const listOf = async (eventId: string) => {
  const filter = JSON.stringify({ eventId: { eq: eventId } });
  return (await organiser.request(`GET ${path}?filter=${encodeURIComponent(filter)}`)).body.data;
};
const paidEvent = () => insertWatchable(api.db, { block: { paymentRequired: true } });
const mayWatch = async (accessToken: string, signedUrlPath: string) =>
  (await api.request(`GET ${signedUrlPath}`, { headers: bearer(accessToken) })).status === 200;
const confirm = async (email: string) => {
  const token = await tokenMailedTo(api, email, 'verify-email');
  const body = { token, password };
  return (await api.request(`POST ${credentials}/email-verification/confirm`, { body })).status;
};
const setConfirmed = (userId: string) =>
  api.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date().toISOString() })
    .where('id', '=', userId)
    .execute();
const newEmail = () => `${randomUUID()}@example.test`;

describe('an access imported for an address', () => {
  it('does not count for an account that has not confirmed it, and counts once it has', async () => {
    const { eventId, signedUrlPath } = await paidEvent();
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    const { body } = await importFor(account.email.toUpperCase(), eventId);
    expect(body).toMatchObject({ imported: 1, waiting: 1, rows: [{ result: 'ok', waiting: true }] });
    expect(await listOf(eventId)).toMatchObject([{ userId: null, user: null, email: account.email }]);
    expect(await mayWatch(accessToken, signedUrlPath)).toBe(false);

    expect(await confirm(account.email)).toBe(204);
    expect(await mayWatch(accessToken, signedUrlPath)).toBe(true);
    const [access] = await listOf(eventId);
    expect(access).toMatchObject({ userId: account.id, email: null, user: { email: account.email } });
    const { headers } = await organiser.request(`GET ${path}/${access.id}`);
    expect(headers.etag).toBe('"2"');
  });

  it('counts at once for an account that has', async () => {
    const { eventId } = await paidEvent();
    const account = await registerAccount(api);
    await setConfirmed(account.id);
    expect((await importFor(account.email, eventId)).body).toMatchObject({ imported: 1, waiting: 0 });
    expect(await listOf(eventId)).toMatchObject([{ userId: account.id, email: null }]);
  });

  it('waits for an account that does not exist yet, also one that a provider makes', async () => {
    const { eventId } = await paidEvent();
    const email = newEmail();
    const tried = await importFor(email, eventId, '?dryRun=true');
    expect(tried.body).toMatchObject({ imported: 1, waiting: 1, rows: [{ result: 'ok', waiting: true }] });
    expect(await listOf(eventId)).toEqual([]);
    await importFor(email, eventId);
    const names = { name: 'Robin', firstName: 'Robin', middleName: null, lastName: '' };
    const identity = { issuer: 'https://id.test', subject: randomUUID(), email, ...names };
    const admission = await api.db
      .transaction()
      .execute((trx) =>
        admitIdentity(
          trx,
          { ...identity, emailVerified: true, provedAt: null },
          { now: new Date(), onTakeOver: async () => {} },
        ),
      );
    const { id } = (admission as { user: { id: string } }).user;
    expect(await listOf(eventId)).toMatchObject([{ userId: id, email: null }]);
  });

  it('goes to the owner who takes the account of a stranger over, not to the stranger', async () => {
    const { eventId, signedUrlPath } = await paidEvent();
    const stranger = await registerAccount(api);
    const device = await signIn(api, stranger);
    await importFor(stranger.email, eventId);
    const { email } = stranger;
    await api.request(`POST ${credentials}/password-reset`, { body: { email } });
    const token = await tokenMailedTo(api, email, 'reset-password');
    const body = { token, password: 'Owners-own-1!' };
    await api.request(`POST ${credentials}/password-reset/confirm`, { body });
    expect(await mayWatch(device.accessToken, signedUrlPath)).toBe(false);
    const owner = await signIn(api, { email, password: body.password });
    expect(await mayWatch(owner.accessToken, signedUrlPath)).toBe(true);
  });

  it('stays with the account that has it when its address changes, and the next one waits', async () => {
    const { eventId } = await paidEvent();
    const other = await paidEvent();
    const account = await registerAccount(api);
    await importFor(account.email, eventId);
    await confirm(account.email);
    const next = newEmail();
    await importFor(next, other.eventId);
    await api.request('PATCH /api/v1/identity/profile/email', {
      headers: bearer((await signIn(api, account)).accessToken),
      body: { email: next, currentPassword: password },
    });
    expect(await listOf(other.eventId)).toMatchObject([{ userId: null, email: next }]);
    const token = await tokenMailedTo(api, next, 'change-email');
    await api.request(`POST ${credentials}/email-verification/confirm`, { body: { token, password } });
    expect(await listOf(eventId)).toMatchObject([{ userId: account.id }]);
    expect(await listOf(other.eventId)).toMatchObject([{ userId: account.id, email: null }]);

    const later = await paidEvent();
    expect((await importFor(account.email, later.eventId)).body.waiting).toBe(1);
    await registerAccount(api);
    expect(await listOf(later.eventId)).toMatchObject([{ userId: null, email: account.email }]);
  });

  it('outlives the account that had not confirmed the address, and goes with the one that had', async () => {
    const { eventId } = await paidEvent();
    const account = await registerAccount(api);
    await importFor(account.email, eventId);
    await api.db.deleteFrom('users').where('id', '=', account.id).execute();
    expect(await listOf(eventId)).toHaveLength(1);
    const id = await insertUser(api.db, { email: account.email });
    await setConfirmed(id);
    await api.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await listOf(eventId)).toEqual([]);
  });

  it('waits with its address even when the row names the account too; the id alone is deliberate', async () => {
    const { eventId } = await paidEvent();
    const { id, email } = await registerAccount(api);
    const send = (row: string) =>
      organiser.request(`POST ${path}/import`, {
        body: `email,userId,eventId,startDate\n${row},${eventId},${start}`,
        headers: { 'content-type': 'text/csv' },
      });
    expect((await send(`${email},${id}`)).body.waiting).toBe(1);
    expect((await send(`,${id}`)).body.waiting).toBe(0);
    expect((await send(`${newEmail()},${id}`)).body.issues).toMatchObject([{ pointer: '/1/userId' }]);
    // The one that waited is the same as the one that the account has: it grants nothing more.
    await setConfirmed(id);
    expect(await listOf(eventId)).toMatchObject([{ userId: id, email: null }]);
  });
});

describe('a waiting access', () => {
  it('is refused a second time, can be found, changed and deleted', async () => {
    const { eventId } = await paidEvent();
    const email = newEmail();
    await importFor(email, eventId);
    expect((await importFor(email, eventId)).body.issues).toMatchObject([{ pointer: '/1' }]);
    expect((await importFor(newEmail(), eventId)).body.waiting).toBe(1);
    const filter = JSON.stringify({ eventId: { eq: eventId }, userId: { isNull: true } });
    const found = await organiser.request(`GET ${path}?filter=${encodeURIComponent(filter)}`);
    expect(found.body.total).toBe(2);
    const access = found.body.data.find((one: { email: string }) => one.email === email);
    const change = { body: { endDate: '2027-01-01T00:00:00Z' } };
    expect((await organiser.request(`PATCH ${path}/${access.id}`, change)).status).toBe(204);
    expect((await organiser.request(`DELETE ${path}/${access.id}`)).status).toBe(204);
    expect(await listOf(eventId)).toHaveLength(1);
  });

  it('is marked in the export, which the import reads again', async () => {
    const { eventId } = await paidEvent();
    const email = newEmail();
    const account = await registerAccount(api);
    await insertAccess(api.db, { eventId, userId: account.id, startDate: '2026-11-19T09:00:00Z' });
    await importFor(email, eventId);
    const { body: csv } = await organiser.request(`GET ${path}/export?eventId=${eventId}`);
    const rows = parse(csv, { columns: true, bom: true }) as Array<Record<string, string>>;
    expect(rows.map((row) => [row.email, row.waiting])).toEqual([
      [account.email, ''],
      [email, 'yes'],
    ]);
    await api.db.deleteFrom('accesses').where('eventId', '=', eventId).execute();
    const again = { body: csv, headers: { 'content-type': 'text/csv' } };
    expect((await organiser.request(`POST ${path}/import`, again)).body).toMatchObject({ imported: 2 });
  });

  it('is given although the account gets the same access at the same moment', async () => {
    const { eventId } = await paidEvent();
    const { id, email } = await registerAccount(api);
    await importFor(email, eventId);
    let confirmed: Promise<number> | undefined;
    await api.db.transaction().execute(async (trx) => {
      await insertAccess(trx, { eventId, userId: id, startDate: start });
      confirmed = confirm(email);
      await waitUntilBlocked(api.db);
    });
    expect(await confirmed).toBe(204);
    expect(await listOf(eventId)).toMatchObject([{ userId: id, email: null }]);
  });

  it('is never left behind by a confirmation at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const { eventId } = await paidEvent();
      const email = newEmail();
      const verified = { email, emailVerifiedAt: new Date().toISOString() };
      const id = round % 2 ? await insertUser(api.db, { email }) : randomUUID();
      const confirming = () => (round % 2 ? setConfirmed(id) : insertUser(api.db, { ...verified, id }));
      const tasks = [() => importFor(email, eventId), confirming];
      await Promise.all((round % 4 < 2 ? tasks : tasks.toReversed()).map((task) => task()));
      expect(await listOf(eventId)).toMatchObject([{ userId: id, email: null }]);
    }
  });

  it('is given after the import that the confirmation waited for', async () => {
    const { eventId } = await paidEvent();
    const { id, email } = await registerAccount(api);
    let sent: ReturnType<typeof importFor> | undefined;
    await api.db.transaction().execute(async (trx) => {
      // The confirmation has happened but is not committed: the import must not take the account for unconfirmed.
      await trx
        .updateTable('users')
        .set({ emailVerifiedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      sent = importFor(email, eventId);
      await waitUntilBlocked(api.db);
    });
    expect((await sent)?.body).toMatchObject({ imported: 1, waiting: 0 });
    expect(await listOf(eventId)).toMatchObject([{ userId: id, email: null }]);
  });
});
