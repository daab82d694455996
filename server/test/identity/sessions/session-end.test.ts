/**
 * A session ends for good some days after its sign-in, however often its tokens are refreshed.
 *
 * @clocks apart
 */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { migrateTo } from '../../../src/db/migrate.ts';
import { bearer, isSignedIn, registerAccount, signIn } from '../../accounts.ts';
import { type Answer, startApi, type TestApi } from '../../harness.ts';
import { openTestDatabase } from '../../test-database.ts';

const api = await startApi();
const strict = await startApi({ sessionMaxDays: 1 });
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

afterEach(() => {
  for (const { clock } of [api, strict]) clock.reset();
});

const refresh = (on: TestApi, body: object) =>
  on.request('POST /api/v1/identity/auth/token/refresh', { body });
const listSessions = (on: TestApi, accessToken: string) =>
  on.request('GET /api/v1/identity/auth/sessions', { headers: bearer(accessToken) });
const leftOf = (on: TestApi, { expiresAt }: { expiresAt: string }) =>
  Date.parse(expiresAt) - on.clock.now().getTime();

/** Refreshes every `stepMs` for so long; the clock stands still between the steps. @returns the last answer. */
async function stayFor(on: TestApi, refreshToken: string, wholeMs: number, stepMs: number): Promise<Answer> {
  let answer: Answer | undefined;
  for (let passed = 0; passed < wholeMs; passed += stepMs) {
    on.clock.advance(stepMs);
    answer = await refresh(on, { refreshToken: answer?.body.refreshToken.value ?? refreshToken });
    expect(answer.status).toBe(200);
  }
  if (answer === undefined) throw new Error('There was no step');
  return answer;
}

describe('a session', () => {
  it('ends 90 days after the sign-in: no token outlives it, and no refresh prolongs it', async () => {
    const account = await registerAccount(api);
    api.clock.stop();
    const { refreshToken } = await signIn(api, account);
    const late = await stayFor(api, refreshToken, 87 * day, 29 * day);
    expect(leftOf(api, late.body.refreshToken)).toBe(3 * day);
    expect(leftOf(api, late.body.identityToken)).toBe(3 * day);
    expect(leftOf(api, late.body.accessToken)).toBe(10 * minute);

    api.clock.advance(3 * day - minute);
    const last = await refresh(api, { refreshToken: late.body.refreshToken.value });
    for (const token of Object.values(last.body) as Array<{ expiresAt: string }>)
      expect(leftOf(api, token)).toBe(minute);
    api.clock.advance(minute - second);
    expect(await isSignedIn(api, last.body.accessToken.value)).toBe(true);
    api.clock.advance(second);
    expect(await isSignedIn(api, last.body.accessToken.value)).toBe(false);
    expect((await refresh(api, { refreshToken: last.body.refreshToken.value })).status).toBe(401);
  });

  it('ends after SESSION_MAX_DAYS, also without remember', async () => {
    const account = await registerAccount(strict);
    strict.clock.stop();
    const [kept, short] = [await signIn(strict, account), await signIn(strict, account, { remember: false })];
    expect(leftOf(strict, kept.answer.body.tokens.refreshToken)).toBe(day);
    expect(leftOf(strict, short.answer.body.tokens.refreshToken)).toBe(12 * hour);
    const { body } = await stayFor(strict, short.refreshToken, 22 * hour, 11 * hour);
    expect(leftOf(strict, body.refreshToken)).toBe(2 * hour);
    strict.clock.advance(2 * hour);
    expect((await refresh(strict, { refreshToken: body.refreshToken.value })).status).toBe(401);
  });

  it('says its end in the cookies and in the list of devices, which it then leaves', async () => {
    const account = await registerAccount(strict);
    strict.clock.stop();
    const { answer, accessToken } = await signIn(strict, account);
    const end = new Date(strict.clock.now().getTime() + day);
    const cookie = (name: string) => answer.cookies.find((item) => item.name === name);
    expect(cookie('refreshTokenExpirationDate')?.value).toBe(end.toISOString());
    expect(Math.floor(Number(cookie('refreshToken')?.expires) / second)).toBe(
      Math.floor(Number(end) / second),
    );
    const { body } = await listSessions(strict, accessToken);
    expect(body.data.map((one: { endsAt: string }) => Date.parse(one.endsAt))).toEqual([end.getTime()]);

    strict.clock.advance(day);
    const next = await signIn(strict, account);
    expect((await listSessions(strict, next.accessToken)).body.total).toBe(1);
  });

  it('ends even when another server issued longer tokens', async () => {
    const { accessToken, refreshToken } = await signIn(api, await registerAccount(api));
    const longer = new Date(api.clock.now().getTime() + 5 * minute).toISOString();
    const gone = await api.signInAs();
    await api.db.updateTable('loginSessions').set({ endsAt: longer }).execute();
    api.clock.advance(5 * minute);
    expect(await isSignedIn(api, accessToken)).toBe(false);
    expect((await refresh(api, { refreshToken })).status).toBe(401);
    const here = await api.signInAs({ userId: gone.userId });
    expect((await listSessions(api, here.accessToken)).body.total).toBe(1);
  });
});

describe('the migration', () => {
  it('gives sessions 90 days from their sign-in, also those of a server that does not know their end', async () => {
    await using database = await openTestDatabase();
    const { db } = database;
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await db.transaction().execute((trx) => migrateTo(trx, '202611211060_index_holders'));
    const { rows } = await sql<{ userId: string }>`
      insert into users (email, name, first_name, last_name) values ('a@example.test', 'A', 'A', 'B')
      returning id as user_id`.execute(db);
    const insert = (createdAt: string) =>
      sql<{ id: string }>`
      insert into login_sessions (user_id, remember, created_at) values (${rows[0]?.userId}, true, ${createdAt})
      returning id`.execute(db);
    const at = '2026-11-01T10:00:00Z';
    const sessionId = (await insert(at)).rows[0]?.id;
    await sql`insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
      values ('early', ${sessionId}, ${at}, '2026-12-01T10:00:00Z'), ('late', ${sessionId}, ${at}, '2027-02-20T10:00:00Z')
    `.execute(db);
    await db.transaction().execute((trx) => migrateTo(trx, '202611220510_end_login_sessions'));
    await insert(new Date().toISOString());

    const sessions = await sql<{ days: number }>`
      select extract(epoch from ends_at - created_at)::float8 / 86400 as days
      from login_sessions order by created_at`.execute(db);
    expect(sessions.rows.map(({ days }) => days)).toEqual([90, expect.closeTo(90, 2)]);
    const tokens = await db.selectFrom('refreshTokens').select('expiresAt').orderBy('tokenHash').execute();
    expect(tokens.map(({ expiresAt }) => Date.parse(expiresAt))).toEqual([
      Date.parse('2026-12-01T10:00:00Z'),
      Date.parse('2027-01-30T10:00:00Z'),
    ]);
  });
});
