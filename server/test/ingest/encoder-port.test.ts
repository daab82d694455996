/**
 * A server without live ingest has no further door: what a real process listens on, by its own report.
 *
 * @tier all
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { call } from '../faults/call.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { until } from './venue.ts';

const dataDir = newDataDir();
const reports = newDataDir();
const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());

const env = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  NODE_OPTIONS: `--report-on-signal --report-exclude-network --report-directory=${reports}`,
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};

interface Handle {
  type: string;
  localEndpoint?: { port: number } | null;
  remoteEndpoint?: object | null;
}

/** The TCP ports on which the process accepts connections, other than that of its API. */
async function furtherPorts({ child, url }: ServerProcess): Promise<number[]> {
  const known = await readdir(reports);
  child.kill('SIGUSR2');
  const file = async () => (await readdir(reports)).find((name) => !known.includes(name));
  const text = await until(
    async () => readFile(path.join(reports, (await file()) ?? 'none'), 'utf8').catch(() => ''),
    (report) => report.trimEnd().endsWith('}'),
  );
  const { libuv } = JSON.parse(text) as { libuv: Handle[] };
  const ports = libuv
    .filter(({ type, localEndpoint, remoteEndpoint }) => type === 'tcp' && localEndpoint && !remoteEndpoint)
    .map(({ localEndpoint }) => Number(localEndpoint?.port));
  const own = Number(new URL(url ?? '').port);
  expect(ports).toContain(own);
  return ports.filter((port) => port !== own);
}

async function stop(server: ServerProcess) {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** An organiser's way to a stream. */
async function addStream(server: ServerProcess): Promise<{ ingest: string; token: string }> {
  const login = 'POST /api/v1/identity/auth/credentials/login?includeTokens=true';
  // A busy machine may turn the first attempt away.
  const signedIn = await until(
    () => call(server, login, { body: administrator }),
    ({ status }) => status === 200,
  );
  const token = signedIn.body.tokens.accessToken.value;
  const add = async (at: string, body: object) => {
    const answer = await call(server, `POST ${at}`, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return `${at}/${answer.body.id}`;
  };
  const dates = { startDate: '2027-06-01T19:00:00Z', endDate: '2027-06-01T23:00:00Z' };
  const named = { name: 'Main', slug: 'main', ...dates, location: {} };
  const event = await add('/api/v1/events', { ...named, timezone: 'UTC' });
  const block = await add(`${event}/blocks`, named);
  const camera = { name: 'Camera', videoId: 'demo', status: 'active', weight: 1 };
  return { ingest: `${await add(`${block}/live-streams`, camera)}/ingest`, token };
}

it('opens the port of encoders with the first key, and not before', { timeout: 60_000 }, async () => {
  const server = await startProcess(env);
  const { ingest, token } = await addStream(server);
  expect(await furtherPorts(server)).toEqual([]);
  const isFree = await canListen(1935);
  expect((await call(server, `POST ${ingest}`, { token })).status).toBe(201);
  // Where something else on this machine has the port, the organiser reads so.
  const { warnings } = (await call(server, `GET ${ingest}`, { token })).body;
  expect([await furtherPorts(server), warnings]).toEqual(isFree ? [[1935], []] : [[], ['port-closed']]);
  await stop(server);
});

it('opens it at the start where RTMP_PORT is set', { timeout: 60_000 }, async () => {
  const server = await startProcess({ ...env, DATA_DIR: newDataDir(), RTMP_PORT: '0' });
  expect(await furtherPorts(server)).toEqual([expect.any(Number)]);
  await stop(server);
});
