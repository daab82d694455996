/**
 * The clean-up: the rows that it removes in the background, and the rows that it must keep.
 *
 * @engine both
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, cleanUpTasks, startCleanUp } from '../src/clean-up.ts';
import { countAttempt, counterKey } from '../src/identity/limits/attempt.repository.ts';
import { guessesAtOnePlace } from '../src/identity/limits/attempt.rules.ts';
import { bearer, isSignedIn, registerAccount, signIn } from './accounts.ts';
import { insertBlock, insertBout, insertEvent, insertWatchable } from './factories.ts';
import { startApi } from './harness.ts';

const api = await startApi();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

afterEach(() => api.clock.reset());

const noPictures = { remove: async () => {} } as never;
const noFilms = { removeAbandoned: async () => 0 } as never;
const noBroadcasts = { removeLooseRecordings: async () => 0 } as never;
const tasks = cleanUpTasks({
  db: api.db,
  pictures: noPictures,
  ingest: { broadcasts: noBroadcasts, films: noFilms, remote: undefined },
  now: () => api.clock.now(),
});
const warnings: string[] = [];
const log = {
  debug: () => {},
  warn: ({ task }: { task?: string }) => void warnings.push(String(task)),
} as never;
const clean = async () => {
  const removed = await cleanUp(tasks, log);
  expect(warnings).toEqual([]);
  return removed;
};
const refresh = (refreshToken: string) =>
  api.request('POST /api/v1/identity/auth/token/refresh', { body: { refreshToken } });
const count = async (table: 'refreshTokens' | 'loginSessions' | 'playbackLeases' | 'auditEntries') => {
  const { rows } = await api.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};

describe('the clean-up', () => {
  it('keeps used refresh tokens until they expire: a replay still ends the session', async () => {
    const { refreshToken: stolen } = await signIn(api, await registerAccount(api));
    const first = await refresh(stolen);
    api.clock.advance(29 * day);
    const second = await refresh(first.body.refreshToken.value);
    await clean();
    expect(await isSignedIn(api, second.body.accessToken.value)).toBe(true);
    expect((await refresh(stolen)).status).toBe(401);
    expect(await isSignedIn(api, second.body.accessToken.value)).toBe(false);
  });

  it('removes expired refresh tokens, and keeps a session that has a newer one', async () => {
    const { refreshToken } = await signIn(api, await registerAccount(api), { remember: false });
    api.clock.advance(11 * hour);
    const { body } = await refresh(refreshToken);
    const before = await count('refreshTokens');
    api.clock.advance(hour + minute + day);
    // The first token expired more than a day ago, the second one less than a day ago.
    expect((await clean()).refreshTokens).toBeGreaterThanOrEqual(1);
    expect(await count('refreshTokens')).toBeLessThan(before);
    const session = await api.db
      .selectFrom('loginSessions')
      .innerJoin('refreshTokens', 'refreshTokens.sessionId', 'loginSessions.id')
      .selectAll()
      .where('expiresAt', '=', body.refreshToken.expiresAt)
      .execute();
    expect(session).toHaveLength(1);
    api.clock.advance(day);
    await clean();
    expect((await refresh(body.refreshToken.value)).status).toBe(401);
  });

  it('removes sessions that expired or ended a day ago, with their leases, and keeps the others', async () => {
    await api.db.deleteFrom('loginSessions').execute();
    const account = await registerAccount(api);
    const [ended, here] = [await signIn(api, account), await signIn(api, account)];
    await api.request('POST /api/v1/playback/sessions', { headers: bearer(ended.accessToken) });
    await api.request('GET /api/v1/identity/auth/credentials/logout', { headers: bearer(ended.accessToken) });
    await clean();
    expect(await count('loginSessions')).toBe(2);
    api.clock.advance(day + minute);
    expect(await clean()).toMatchObject({ loginSessions: 1, refreshTokens: 0 });
    expect([await count('loginSessions'), await count('playbackLeases')]).toEqual([1, 0]);
    expect((await refresh(here.refreshToken)).status).toBe(200);
    api.clock.advance(31 * day + minute);
    await clean();
    expect([await count('loginSessions'), await count('refreshTokens')]).toEqual([0, 0]);
  });

  it('removes expired links and mail that was finished a week ago, and keeps mail that waits', async () => {
    const { email } = await registerAccount(api);
    await api.request('POST /api/v1/identity/auth/credentials/password-reset', {
      body: { email: 'nobody@example.test' },
    });
    const left = async () => ({
      tokens: (await api.db.selectFrom('mailTokens').select('email').execute()).length,
      mails: (await api.db.selectFrom('outboxMails').select('recipient').execute()).map((m) => m.recipient),
    });
    const before = await left();
    await clean();
    expect(await left()).toEqual(before);
    api.clock.advance(8 * day);
    await clean();
    expect((await left()).tokens).toBe(0);
    expect((await left()).mails).toContain(email);
    expect((await left()).mails).not.toContain('');
  });

  it('removes ended leases of last week, and keeps one that is still in use', async () => {
    await api.db.deleteFrom('playbackLeases').execute();
    const [old, alive] = [await api.signInAs(), await api.signInAs()];
    await old.request('POST /api/v1/playback/sessions');
    const { body } = await alive.request('POST /api/v1/playback/sessions');
    api.clock.advance(7 * day + minute);
    const expiresAt = new Date(api.clock.now().getTime() + day).toISOString();
    await api.db.updateTable('refreshTokens').set({ expiresAt }).execute();
    await api.db
      .updateTable('playbackLeases')
      .set({ pingedAt: api.clock.now().toISOString() })
      .where('id', '=', body.id)
      .execute();
    await clean();
    const left = await api.db.selectFrom('playbackLeases').select('id').execute();
    expect(left).toEqual([{ id: body.id }]);
  });

  it('removes what was last watched a year ago', async () => {
    const { userId } = await api.signInAs();
    for (const daysAgo of [364, 366]) {
      const { liveStreamId } = await insertWatchable(api.db);
      const at = new Date(api.clock.now().getTime() - daysAgo * day).toISOString();
      const times = { firstWatchedAt: at, lastWatchedAt: at };
      await api.db
        .insertInto('viewings')
        .values({ userId, liveStreamId, ...times, positionSeconds: 60 })
        .execute();
    }
    expect((await clean()).viewings).toBe(1);
    expect((await clean()).viewings).toBe(0);
  });

  it('removes reminders of events that ended a month ago (37.7)', async () => {
    const { userId } = await api.signInAs();
    for (const daysAgo of [29, 31]) {
      const at = new Date(api.clock.now().getTime() - daysAgo * day).toISOString();
      const eventId = await insertEvent(api.db, { startDate: at, endDate: at });
      const reminder = { userId, eventId, byLink: false, origin: 'https://ringside.test', createdAt: at };
      await api.db.insertInto('reminders').values(reminder).execute();
      const boutId = await insertBout(api.db, { blockId: await insertBlock(api.db, { eventId }) });
      const { eventId: _event, ...asked } = { ...reminder, boutId, known: 'announced' };
      await api.db.insertInto('boutReminders').values(asked).execute();
    }
    expect(await clean()).toMatchObject({ reminders: 1, boutReminders: 1 });
    expect(await clean()).toMatchObject({ reminders: 0, boutReminders: 0 });
  });

  it('removes expired failure counters, and keeps those that still count', async () => {
    const fail = (key: string) =>
      countAttempt(api.db, counterKey(key), guessesAtOnePlace, api.clock.now().toISOString());
    for (let time = 0; time < 3; time++) await fail('often');
    await fail('once');
    api.clock.advance(15 * minute);
    expect((await clean()).attemptCounters).toBe(1);
    expect((await clean()).attemptCounters).toBe(0);
    api.clock.advance(16 * minute);
    expect((await clean()).attemptCounters).toBe(1);
  });

  it('removes many rows in batches, and can run on several servers at once', async () => {
    const { sessionId } = await api.signInAs();
    const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();
    const rows = Array.from({ length: 1_800 }, (_, index) => ({
      tokenHash: `old-${index}`,
      sessionId,
      createdAt: at(-40 * day),
      expiresAt: at(-10 * day),
      usedAt: at(-39 * day),
    }));
    await api.db.insertInto('refreshTokens').values(rows).execute();
    const runs = await Promise.all([clean(), clean(), clean()]);
    expect(runs.reduce((sum, { refreshTokens = 0 }) => sum + refreshTokens, 0)).toBe(1_800);
    expect((await clean()).refreshTokens).toBe(0);
  });

  it('does not touch the audit log', async () => {
    await api.db
      .insertInto('auditEntries')
      .values({ actorId: null, action: 'x', entityType: 'x', entityId: 'x', before: null, after: null })
      .execute();
    const before = await count('auditEntries');
    api.clock.advance(4_000 * day);
    await clean();
    expect(await count('auditEntries')).toBe(before);
  });
});

describe('a run of the clean-up', () => {
  afterEach(() => {
    warnings.length = 0;
  });
  const guard = { dateOfRound: async () => new Date(), noteRound: async () => {} };
  const always = { guard, always: async () => {} };
  const isAway = async () => {
    throw new Error('The store is unreachable');
  };

  it('continues after a failed task, and logs its name', async () => {
    const pieces = [500, 20, 0, 1];
    const removed = await cleanUp({ pictures: isAway, mails: async () => pieces.shift() ?? 0 }, log);
    expect(removed).toEqual({ pictures: 0, mails: 520 });
    expect(warnings).toEqual(['pictures']);
  });

  it('repeats until it is disposed, and then finishes only the current batch', async () => {
    let [runs, done] = [0, 0];
    const slow = async () => {
      runs += 1;
      await wait(50);
      done += 1;
      return runs > 2 ? 500 : 0;
    };
    {
      await using _cleanUp = startCleanUp({
        ...always,
        tasks: () => ({ slow, away: isAway }),
        log,
        everyMs: 5,
      });
      await expect.poll(() => runs).toBeGreaterThan(2);
    }
    const runsThen = runs;
    expect(done).toBe(runs);
    await wait(100);
    expect(runs).toBe(runsThen);
    expect(warnings.slice(0, 2)).toEqual(['away', 'away']);
  });

  it('does not touch a database with a full disk', async () => {
    let runs = 0;
    await using _cleanUp = startCleanUp({
      ...always,
      tasks: () => ({ any: async () => runs++ }),
      log,
      isPaused: async () => true,
      everyMs: 5,
    });
    await wait(50);
    expect(runs).toBe(0);
  });
});
