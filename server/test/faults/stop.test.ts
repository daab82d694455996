/**
 * SIGTERM under load: the server finishes requests in flight, refuses new ones, and leaves nothing half done. Few of them hash a
 * password: on a slow machine all have to fit into the 8 seconds of a stop.
 *
 * @tier all
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { hashSecret } from '../../src/identity/one-time-secret.ts';
import { password } from '../accounts.ts';
import { uploadOf } from '../multipart.ts';
import { administrator, newDataDir, type ServerProcess, startProcess } from '../processes.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { acknowledge, listLost, newLedger } from './ledger.ts';
import { signInAdministrator } from './sign-in.ts';

const dataDir = newDataDir();
const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());

const env = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};
const credentials = '/api/v1/identity/auth/credentials';
const login = `${credentials}/login?includeTokens=true`;

interface Begun {
  kind: 'login' | 'event' | 'account' | 'refresh';
  expected: number;
  /** The address of the new account, for the ledger. */
  email?: string;
  /** Sends the rest of the request. @returns the answer, after the server has closed the connection. */
  finish(): Promise<{ status: number; head: string; body: string }>;
}

/** Sends half of a request, which stays in flight until `finish` sends the other half. */
async function begin(
  { url }: ServerProcess,
  target: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Begun['finish']> {
  const socket: Socket = connect(Number(new URL(String(url)).port), '127.0.0.1');
  await once(socket, 'connect');
  const bytes = Buffer.from(body);
  const lines = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${target} HTTP/1.1\r\n${head.join('')}\r\n`);
  const half = Math.floor(bytes.length / 2);
  socket.write(bytes.subarray(0, half));
  return async () => {
    let received = '';
    socket.setEncoding('utf8').on('data', (data) => {
      received += data;
    });
    const closed = once(socket, 'close');
    socket.write(bytes.subarray(half));
    await closed;
    const [answerHead = '', answerBody = ''] = received.split('\r\n\r\n', 2);
    return { status: Number(answerHead.split(' ')[1]), head: answerHead.toLowerCase(), body: answerBody };
  };
}

async function inFlight(server: ServerProcess): Promise<number> {
  // Without X-Forwarded-For: only loopback callers may read the metrics.
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^http_requests_in_flight (\d+)/m.exec(metrics)?.[1]);
}

it('finishes 50 requests, accepts no new ones and exits', {
  timeout: 90_000,
}, async () => {
  const server = await startProcess(env);
  const signedIn = [];
  for (let time = 0; time < 10; time += 1) signedIn.push(await signInAdministrator(server));
  // At most five sign-ins of one account may run at once.
  const accounts = Array.from({ length: 4 }, () => ({ email: `${randomUUID()}@example.test`, password }));
  for (const account of accounts)
    await call(server, `POST ${credentials}/register`, {
      body: { firstName: 'Robin', lastName: 'de Vries', ...account },
    });
  const authorization = `Bearer ${signedIn[0].accessToken.value}`;
  const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#137' } })
    .jpeg()
    .toBuffer();
  const upload = uploadOf(picture);

  const begun: Begun[] = [];
  const add = async (
    kind: Begun['kind'],
    expected: number,
    target: string,
    body: string | Buffer,
    { email, ...headers }: Record<string, string> = {},
  ) =>
    void begun.push({
      kind,
      expected,
      finish: await begin(server, target, body, headers),
      ...(email ? { email } : {}),
    });
  for (let time = 0; time < 8; time += 1)
    await add('login', 200, login, JSON.stringify(accounts[time % accounts.length]));
  for (let time = 0; time < 30; time += 1)
    await add('event', 201, '/api/v1/events', newEvent(), { authorization });
  for (let time = 0; time < 2; time += 1) {
    const email = `${randomUUID()}@example.test`;
    const body = JSON.stringify({ firstName: 'Robin', lastName: 'de Vries', email, password });
    await add('account', 201, `${credentials}/register`, body, { email });
  }
  for (const tokens of signedIn)
    await add(
      'refresh',
      200,
      '/api/v1/identity/auth/token/refresh',
      JSON.stringify({ refreshToken: tokens.refreshToken.value }),
    );
  // Separate from the others: it may take longer than the server waits at a stop, and then it is aborted.
  const finishUpload = await begin(server, '/api/v1/media/images', upload.body, {
    ...upload.headers,
    authorization,
  });
  await vi.waitUntil(async () => (await inFlight(server)) > 50, { timeout: 20_000, interval: 20 });

  const idle = connect(Number(new URL(String(server.url)).port), '127.0.0.1');
  idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(idle, 'data');
  const idleEnds = once(idle, 'close');

  const askedAt = performance.now();
  server.child.kill('SIGTERM');
  await idleEnds;
  // A request at the same moment may still be accepted.
  const refusal = () =>
    call(server, 'GET /healthz').then(
      () => undefined,
      ({ code }) => code,
    );
  await vi.waitUntil(async () => (await refusal()) === 'ECONNREFUSED', { timeout: 2_000, interval: 10 });
  const [uploaded, ...answers] = await Promise.all([
    finishUpload(),
    ...begun.map(async (one) => ({ ...one, ...(await one.finish()) })),
  ]);
  expect([await server.ended, server.errors()]).toEqual([0, '']);
  // Printed alone: how long 50 requests take is the machine's affair.
  const tookMs = performance.now() - askedAt;

  expect(answers.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
    begun.map(({ kind, expected }) => `${kind} ${expected}`),
  );
  expect(answers.filter(({ head }) => !head.includes('\r\nconnection: close'))).toEqual([]);
  const ledger = ledgerOf(answers);
  if (uploaded.status === 201) acknowledge(ledger, ['audit', JSON.parse(uploaded.body).id]);
  else expect(uploaded.head).toBe('');
  expect(await listLost(await openStopped(), ledger)).toEqual([]);
  process.stdout.write(
    `SIGTERM on ${engine} with ${begun.length} in flight: all finished, exit after ${Math.round(tookMs)} ms\n`,
  );
});

it('waits no longer for a request that never ends', { timeout: 90_000 }, async () => {
  const server = await startProcess({ ...env, DATA_DIR: newDataDir() });
  const socket = connect(Number(new URL(String(server.url)).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (data) => {
    received += data;
  });
  const closed = once(socket, 'close');
  socket.write(
    `POST ${login} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  );
  await vi.waitUntil(async () => (await inFlight(server)) > 1, { timeout: 20_000, interval: 20 });
  server.child.kill('SIGTERM');
  expect([await server.ended, server.errors()]).toEqual([0, '']);
  await closed;
  // Cut by the stop, not answered: the time for a body, 408, is longer.
  expect(received).toBe('');
});

/** Opens the database of the stopped server. */
async function openStopped() {
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: path.resolve(dataDir) });
  return opened.use(database).db;
}
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

function ledgerOf(answers: Array<{ kind: Begun['kind']; email?: string; body: string }>) {
  const ledger = newLedger();
  for (const { kind, email, body } of answers) {
    const answer = JSON.parse(body);
    if (kind === 'event') acknowledge(ledger, ['event', answer.id], ['audit', answer.id]);
    if (kind === 'account') acknowledge(ledger, ['account', String(email)], ['mail', String(email)]);
    if (kind === 'login') acknowledge(ledger, ['session', hashSecret(answer.tokens.refreshToken.value)]);
    if (kind === 'refresh') acknowledge(ledger, ['session', hashSecret(answer.refreshToken.value)]);
  }
  return ledger;
}

const newEvent = () =>
  JSON.stringify({
    name: 'Written at the last moment',
    slug: `night-${randomUUID()}`,
    startDate: '2027-06-01T19:00:00Z',
    endDate: '2027-06-01T23:00:00Z',
    timezone: 'UTC',
    location: {},
  });
