/** docs/product.md, 30.12. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { isSignedIn } from '../../accounts.ts';
import { insertAccess, insertWatchable } from '../../factories.ts';
import { type Device, startApi } from '../../harness.ts';
import { mailsTo } from '../../mailbox.ts';

const api = await startApi();
const path = 'DELETE /api/v1/identity/profile?confirm=own-account';
afterEach(() => api.clock.reset());

const rowsOf = async (userId: string) => {
  const own = (table: 'accesses' | 'viewings' | 'loginSessions' | 'playbackLeases') =>
    api.db.selectFrom(table).select('userId').where('userId', '=', userId).execute();
  const users = await api.db.selectFrom('users').select('id').where('id', '=', userId).execute();
  const all = [own('accesses'), own('viewings'), own('loginSessions'), own('playbackLeases')];
  return [users.length, ...(await Promise.all(all)).map((rows) => rows.length)];
};

/** Confirms the address, or takes that back. @returns the address. */
async function confirmed({ userId }: Device, isConfirmed = true): Promise<string> {
  const { email } = await api.db
    .updateTable('users')
    .set({ emailVerifiedAt: isConfirmed ? api.clock.now().toISOString() : null })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}

describe('the mail after the deletion (30.44)', () => {
  it('says what was kept and why, and has no link', async () => {
    const viewer = await api.signInAs();
    const email = await confirmed(viewer);
    expect((await viewer.request(path)).status).toBe(204);
    const [mail, ...others] = await mailsTo(api, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'account-deleted', subject: 'Your account is deleted', token: '' });
    expect(mail?.text).toMatch(/Kept, because the law asks for it: what you paid.*without your name/);
    for (const body of [mail?.text, mail?.html]) expect(body).not.toMatch(/https?:|href|<a\b|undefined/);
  });

  it('is one, however often the button is pressed', async () => {
    const viewer = await api.signInAs();
    const email = await confirmed(viewer);
    await Promise.all(Array.from({ length: 20 }, () => viewer.request(path)));
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it('does not go to an address that nobody has confirmed', async () => {
    const viewer = await api.signInAs();
    const email = await confirmed(viewer, false);
    expect((await viewer.request(path)).status).toBe(204);
    expect(await mailsTo(api, email)).toEqual([]);
  });

  it('does not go while the account stays', async () => {
    const member = await api.signInAs({ scopes: ['event:read'] });
    const email = await confirmed(member);
    expect((await member.request(path)).status).toBe(409);
    expect(await mailsTo(api, email)).toEqual([]);
  });
});

describe('deleteOwnAccount', () => {
  it('deletes all that is of the account, on all its devices at once', async () => {
    const viewer = await api.signInAs();
    const sofa = await api.signInAs({ userId: viewer.userId });
    const { signedUrlPath, eventId } = await insertWatchable(api.db);
    await insertAccess(api.db, { eventId, userId: viewer.userId });
    const { body } = await sofa.request(`GET ${signedUrlPath}`);
    expect(await rowsOf(viewer.userId)).toEqual([1, 1, 1, 2, 1]);
    expect((await viewer.request(path)).status).toBe(204);
    expect(await rowsOf(viewer.userId)).toEqual([0, 0, 0, 0, 0]);
    for (const { accessToken } of [viewer, sofa]) expect(await isSignedIn(api, accessToken)).toBe(false);
    await api.heardChanges();
    expect((await api.request(`GET ${new URL(body.url).pathname}`)).status).toBe(403);
    expect((await viewer.request(path)).status).toBe(401);
  });

  it('keeps its orders for the books, without the person', async () => {
    const viewer = await api.signInAs();
    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    const order = { id, email, userId: viewer.userId, priceId: 'price_1', checkout: '{}', isOpen: false };
    const paid = { status: 'paid' as const, amount: 1_499, currency: 'eur', paymentIntent: `pi_${id}` };
    const at = api.clock.now().toISOString();
    await api.db
      .insertInto('orders')
      .values({ ...order, ...paid, createdAt: at, paidAt: at })
      .execute();
    expect((await viewer.request(path)).status).toBe(204);
    const kept = await api.db
      .selectFrom('orders')
      .select(['email', 'userId', 'pseudonym'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ email: null, userId: null, pseudonym: expect.stringMatching(/^Deleted buyer /) });
  });

  it('needs a recent proof, also with a stolen cookie', async () => {
    api.clock.stop();
    const viewer = await api.signInAs();
    api.clock.advance(11 * 60_000);
    const cookies = { accessToken: viewer.accessToken };
    for (const answer of [
      await viewer.request(path),
      await api.request(path, { cookies, headers: { 'sec-fetch-site': 'same-origin' } }),
    ])
      expect([answer.status, answer.body.type]).toEqual([403, '/problems/step-up-required']);
    const foreign = await api.request(path, { cookies, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.body.type).toBe('/problems/csrf-verification-failed');
    expect((await rowsOf(viewer.userId))[0]).toBe(1);
  });

  it('is refused while the account holds permissions, also those of a role', async () => {
    const device = await api.signInAs({ scopes: ['event:read'] });
    {
      const { status, body } = await device.request(path);
      expect([status, body.detail]).toEqual([
        409,
        'Your account holds permissions. Ask an administrator to take them away first.',
      ]);
      expect(await isSignedIn(api, device.accessToken)).toBe(true);
    }
  });

  it('must say that it means it', async () => {
    const viewer = await api.signInAs();
    for (const query of ['', '?confirm=yes'])
      expect((await viewer.request(`DELETE /api/v1/identity/profile${query}`)).status).toBe(400);
    expect((await rowsOf(viewer.userId))[0]).toBe(1);
  });

  it('happens once for sixty presses', async () => {
    const viewer = await api.signInAs();
    const answers = await Promise.all(Array.from({ length: 60 }, () => viewer.request(path)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 204 || status === 401)).toBe(true);
    expect(await rowsOf(viewer.userId)).toEqual([0, 0, 0, 0, 0]);
  });
});
