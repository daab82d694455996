/**
 * Two server processes on one PostgreSQL agree, also when many devices of one user call both at once.
 *
 * @tier all
 * @engine postgres
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { insertUser, insertWatchable } from '../factories.ts';
import type { ServerProcess } from '../processes.ts';
import { call, type Reply } from './call.ts';
import { useServerPair } from './server-pair.ts';
import { createSignIn, type Device, type SignIn, signInAdministrator } from './sign-in.ts';

const deviceCount = 100;
const rounds = Math.min(10, Number(process.env.FAULT_ROUNDS ?? 1));
const auth = '/api/v1/identity/auth';

describe('two servers', { timeout: 120_000 }, () => {
  const pair = useServerPair();
  let db: Db;
  let signedUrl: string;
  let signIn: SignIn;
  let turn = 0;
  const ask = (target: string, options?: Parameters<typeof call>[2]) =>
    call(pair.servers[turn++ % 2] as ServerProcess, target, options);

  beforeAll(async () => {
    db = pair.database.db;
    signedUrl = `GET ${(await insertWatchable(db)).signedUrlPath}`;
    signIn = await createSignIn(db);
  });

  /** Runs `storm` and meanwhile counts the live leases of the user repeatedly. */
  async function watchLeases(userId: string, storm: () => Promise<unknown>) {
    const client = new pg.Client({ connectionString: String(pair.database.databaseUrl) });
    await client.connect();
    const samples: number[] = [];
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) samples.push(await countLive(client, userId));
    })();
    await storm().finally(() => {
      isOver = true;
    });
    await sampling;
    const atTheEnd = await countLive(client, userId);
    await client.end();
    return { samples, atTheEnd, mostEver: await mostAtOnce(db, userId) };
  }

  it(`let at most two of ${deviceCount} devices of one user watch at any moment`, async () => {
    const userId = await insertUser(db);
    const devices = await Promise.all(Array.from({ length: deviceCount }, () => signIn(userId)));
    const replies: Reply[] = [];
    const watch = async ({ token }: Device) => {
      const send = async (target: string) => {
        const reply = await ask(target, { token });
        replies.push(reply);
        return reply;
      };
      for (let round = 0; round < rounds; round += 1) {
        // Half of them request a signed URL, which also starts a playback session.
        const started = await send(Math.random() < 0.5 ? 'POST /api/v1/playback/sessions' : signedUrl);
        const id = started.body.id ?? started.body.playbackSessionId;
        if (id) await send(`POST /api/v1/playback/sessions/${id}/ping`);
        await send(signedUrl);
        await send('POST /api/v1/playback/sessions');
      }
    };
    const { samples, atTheEnd, mostEver } = await watchLeases(userId, () => Promise.all(devices.map(watch)));
    const statuses = [...new Set(replies.map(({ status }) => status))].toSorted();
    // 403: another device has evicted this one; 404: the same for a ping; 503: the request waited too long for the
    // lock.
    expect(statuses.filter((status) => ![200, 201, 204, 403, 404, 503].includes(status))).toEqual([]);
    expect([Math.max(...samples), mostEver, atTheEnd]).toEqual([2, 2, 2]);
    const times = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    process.stdout.write(
      `${deviceCount} devices, two servers: ${replies.length} calls (${statuses.map((status) => `${status}: ${times(status)}`).join(', ')}), ` +
        `${samples.length} samples, never more than ${Math.max(...samples)} leases\n`,
    );
  });

  it('keep this limit while devices end each other’s playback and login sessions', async () => {
    const userId = await insertUser(db);
    const devices = await Promise.all(Array.from({ length: 40 }, () => signIn(userId)));
    const statuses = new Set<number>();
    const send = async (target: string, token: string) => {
      const reply = await ask(target, { token });
      statuses.add(reply.status);
      return reply;
    };
    const watch = async ({ token }: Device, index: number) => {
      const other = devices[(index * 7 + 1) % devices.length] as Device;
      await send('POST /api/v1/playback/sessions', token);
      const watching = await send('GET /api/v1/playback/sessions', token);
      for (const { id } of watching.body.data ?? [])
        await send(`DELETE /api/v1/playback/sessions/${id}`, token);
      // Keep the login sessions that the end of the test needs.
      if (index > 5 && (index * 7 + 1) % devices.length > 5)
        await send(`DELETE ${auth}/sessions/${other.sessionId}`, token);
      await send(signedUrl, token);
      await send('POST /api/v1/playback/sessions', token);
    };
    const { samples } = await watchLeases(userId, () => Promise.all(devices.map(watch)));
    expect([...statuses].filter((status) => ![200, 201, 204, 401, 403, 404, 503].includes(status))).toEqual(
      [],
    );
    // Only samples: a stop takes no lock, so its recorded time may overlap with that of a lease that starts meanwhile.
    expect(Math.max(...samples)).toBeLessThanOrEqual(2);
    // Afterwards the limit works as before.
    const after = await watchLeases(userId, async () => {
      for (const { token } of devices.slice(0, 3))
        expect((await send('POST /api/v1/playback/sessions', token)).status).toBe(201);
    });
    expect(after.atTheEnd).toBe(2);
  });

  it('accept a refresh token once when many requests use it at the same time', async () => {
    const tokens = await signInAdministrator(pair.servers[0]);
    const body = { refreshToken: tokens.refreshToken.value };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => ask(`POST ${auth}/token/refresh`, { body })),
    );
    const fresh = replies.filter(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(401)]);
    // Both servers still accept the session.
    const token = fresh[0]?.body.accessToken.value;
    for (let time = 0; time < 2; time += 1)
      expect((await ask(`GET ${auth}/token/user-info`, { token })).status).toBe(200);
    const next = { refreshToken: fresh[0]?.body.refreshToken.value };
    expect((await ask(`POST ${auth}/token/refresh`, { body: next })).status).toBe(200);
  });
});

async function countLive(client: pg.Client, userId: string): Promise<number> {
  const { rows } = await client.query<{ live: number }>(
    `select count(*)::int as live from playback_leases l join login_sessions s on s.id = l.session_id
     where l.user_id = $1 and l.ended_at is null and s.revoked_at is null and l.pinged_at > now() - interval '60 seconds'`,
    [userId],
  );
  await wait(1);
  return rows[0]?.live ?? 0;
}

/** Counts overlapping leases from their start and end, which also finds overlaps between two samples. */
async function mostAtOnce(db: Db, userId: string): Promise<number> {
  const leases = await db
    .selectFrom('playbackLeases')
    .innerJoin('loginSessions', 'loginSessions.id', 'playbackLeases.sessionId')
    .where('playbackLeases.userId', '=', userId)
    .select(['playbackLeases.createdAt', 'endedAt', 'revokedAt'])
    .execute();
  const steps = leases.flatMap(({ createdAt, endedAt, revokedAt }) => {
    const ends = [endedAt, revokedAt]
      .filter((instant) => instant !== null)
      .map((instant) => Date.parse(instant));
    const begin = Date.parse(createdAt);
    // A device that was signed out before its lease began never watched with it.
    if (ends.some((end) => end < begin)) return [];
    return [[begin, 1] as const, ...(ends.length > 0 ? [[Math.min(...ends), -1] as const] : [])];
  });
  let live = 0;
  let most = 0;
  // In the same millisecond, ends count first: a new lease evicts an old one in the same transaction.
  for (const [, step] of steps.toSorted(([a, up], [b, down]) => a - b || up - down)) {
    live += step;
    most = Math.max(most, live);
  }
  return most;
}
