/**
 * All kinds of writes at once: organisers who change events, viewers who watch, register, sign in and sign out, and
 * token refreshes. Each lane repeats one kind until it is stopped, and records acknowledged writes in the ledger.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hashSecret } from '../../src/identity/one-time-secret.ts';
import { password } from '../accounts.ts';
import { administrator, type ServerProcess } from '../processes.ts';
import { type CallOptions, call, HangError, type Reply } from './call.ts';
import { acknowledge, acknowledgeCount, type Ledger } from './ledger.ts';

export interface MixedWrites {
  /** A text for each answer that must never occur. */
  faults: string[];
  statuses: Map<number, number>;
  /** The time of the slowest answer. */
  slowestMs: number;
  stop(): Promise<void>;
}

type Tokens = Record<'accessToken' | 'refreshToken', { value: string }>;
/** @returns the answer; undefined if the write was not acknowledged: no answer, or an error. */
type Attempt = (target: string, options?: CallOptions) => Promise<Reply | undefined>;

const auth = '/api/v1/identity/auth';

/**
 * @param servers each call goes to one of them at random. @param survives if false, a missing answer ends all lanes.
 */
export function startMixedWrites(
  servers: ServerProcess[],
  ledger: Ledger,
  { survives = false }: { survives?: boolean } = {},
): MixedWrites {
  let stopped = false;
  const writes: MixedWrites = {
    faults: [],
    statuses: new Map(),
    slowestMs: 0,
    async stop() {
      stopped = true;
      await lanes;
    },
  };

  const attempt: Attempt = async (target, options) => {
    const server = servers[Math.floor(Math.random() * servers.length)] as ServerProcess;
    try {
      const reply = await call(server, target, options);
      writes.slowestMs = Math.max(writes.slowestMs, reply.ms);
      writes.statuses.set(reply.status, (writes.statuses.get(reply.status) ?? 0) + 1);
      if (reply.status < 300) return reply;
      const { type } = reply.body ?? {};
      const isShed = reply.status === 503 && type === '/problems/service-unavailable';
      // A token may be refused if its refresh was stored but not acknowledged: the client re-authenticates.
      if (!(isShed && reply.headers['retry-after'] !== undefined) && reply.status !== 401)
        writes.faults.push(`${target}: ${reply.status} ${JSON.stringify(reply.body)}`);
    } catch (error) {
      if (error instanceof HangError || survives)
        writes.faults.push(`${target}: ${(error as Error).message}`);
      if (!survives) stopped = true;
    }
    if (!stopped) await wait(50);
    return undefined;
  };

  const signIn = async (): Promise<Tokens | undefined> => {
    const reply = await attempt(`POST ${auth}/credentials/login?includeTokens=true`, { body: administrator });
    if (reply === undefined) return undefined;
    acknowledge(ledger, ['session', hashSecret(reply.body.tokens.refreshToken.value)]);
    return reply.body.tokens;
  };
  const withToken = (lane: (token: string) => Promise<unknown>) => async () => {
    const tokens = await signIn();
    // A new token after 200 rounds, because a token expires after ten minutes.
    for (let time = 0; tokens && time < 200 && !stopped; time += 1) await lane(tokens.accessToken.value);
  };

  let count = Date.now() % 1_000_000;
  const organise = async (token: string) => {
    const created = await attempt('POST /api/v1/events', { token, body: newEvent() });
    if (created === undefined) return;
    const { id } = created.body;
    acknowledge(ledger, ['event', id], ['audit', id]);
    const access = { eventId: id, userId: await ownId(token), startDate: '2027-06-01T19:00:00Z' };
    const granted = await attempt('POST /api/v1/events/access', { token, body: access });
    if (granted) acknowledge(ledger, ['access', granted.body.id], ['audit', granted.body.id]);
    const mine = ++count;
    const changes = { location: { name: String(mine) } };
    if (await attempt(`PATCH /api/v1/events/${id}`, { token, body: changes }))
      acknowledgeCount(ledger, `event ${id}`, mine);
  };
  const watch = async (token: string) => {
    const started = await attempt('POST /api/v1/playback/sessions', { token });
    if (started === undefined) return;
    const { id } = started.body;
    acknowledge(ledger, ['lease', id]);
    if (await attempt(`DELETE /api/v1/playback/sessions/${id}`, { token }))
      acknowledge(ledger, ['ended lease', id]);
  };
  // Only one lane uses this, so that its numbers are written in order.
  const rename = async (token: string) => {
    const mine = ++count;
    if (await attempt('PATCH /api/v1/identity/profile', { token, body: { phone: String(mine) } }))
      acknowledgeCount(ledger, `profile ${administrator.email}`, mine);
  };
  const refreshTokens = async () => {
    let tokens = await signIn();
    for (let time = 0; tokens && time < 20 && !stopped; time += 1) {
      const refreshToken = tokens.refreshToken.value;
      const reply = await attempt(`POST ${auth}/token/refresh`, { body: { refreshToken } });
      if (reply === undefined) return;
      tokens = reply.body as Tokens;
      acknowledge(
        ledger,
        ['spent token', hashSecret(refreshToken)],
        ['session', hashSecret(tokens.refreshToken.value)],
      );
    }
    const token = tokens?.accessToken.value;
    if (token === undefined) return;
    const id = JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()).sid;
    if (await attempt(`GET ${auth}/credentials/logout`, { token }))
      acknowledge(ledger, ['ended session', id]);
  };
  const register = async () => {
    const email = `${randomUUID()}@example.test`;
    const body = { firstName: 'Robin', lastName: 'de Vries', email, password };
    if (await attempt(`POST ${auth}/credentials/register`, { body }))
      acknowledge(ledger, ['account', email], ['mail', email]);
    await wait(50);
  };
  let id: string | undefined;
  const ownId = async (token: string) => {
    id ??= (await attempt(`GET ${auth}/token/user-info`, { token }))?.body.sub;
    return id;
  };

  const lane = async (round: () => Promise<unknown>) => {
    while (!stopped) await round();
  };
  const lanes = Promise.all(
    [
      withToken(organise),
      withToken(organise),
      withToken(watch),
      withToken(rename),
      refreshTokens,
      register,
    ].map(lane),
  );
  return writes;
}

const newEvent = () => ({
  name: 'Written during a fault',
  slug: `night-${randomUUID()}`,
  startDate: '2027-06-01T19:00:00Z',
  endDate: '2027-06-01T23:00:00Z',
  timezone: 'UTC',
  location: {},
});
