/**
 * An error that nothing caught: the server ends what it has begun within 3 seconds, and its parent starts it again.
 *
 * @tier all
 * @engine postgres
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readRecording } from '../../src/media/origin/videos/recorded-video.ts';
import { until } from '../ingest/venue.ts';
import { newDataDir, type ServerProcess, serverProgram, startProcess } from '../processes.ts';
import { openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';
import { listPath, publishAt, setUpLiveVenue, stateAtServer, untilLive } from './live-venue.ts';
import { createSignIn } from './sign-in.ts';

const dataDir = newDataDir();
const file = (name: string) => path.join(dataDir, name);
/** Loaded by the server before everything else: it fails in the way that a file names when it gets SIGUSR2. */
const faults = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { connect, createServer } from 'node:net';
  const fail = (text) => { throw new Error(text); };
  const ways = {
    timer: () => setTimeout(fail, 0, 'lost in a timer'),
    promise: () => void Promise.reject(new Error('lost in a promise')),
    value: () => setTimeout(() => { throw null; }, 0),
    socket: () => {
      const server = createServer((socket) => socket.on('data', () => fail('lost in a socket')));
      server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1').write('x'));
    },
  };
  if (process.send) {
    writeFileSync(${JSON.stringify(file('pid'))}, String(process.pid));
    process.on('SIGUSR2', () => ways[readFileSync(${JSON.stringify(file('way'))}, 'utf8')]());
  }
`;
const supervise = fileURLToPath(new URL('../../../scripts/supervise.ts', import.meta.url));
writeFileSync(file('faults.mjs'), faults);
writeFileSync(
  file('parent.mjs'),
  `import { supervise } from ${JSON.stringify(supervise)};\nawait supervise(${JSON.stringify(serverProgram)});\n`,
);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let server: ServerProcess;
const starts = () => [...server.output().matchAll(/^Ringside is ready at (\S+)$/gm)].map(([, url]) => url);
/** The server as it is reached now. */
const current = () => ({ url: starts().at(-1) });
const uncaught = () =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('an error that nothing caught'))
    .map((line) => JSON.parse(line));
const pidOfServer = () => Number(readFileSync(file('pid'), 'utf8'));
const startAgain = (count: number) =>
  vi.waitUntil(() => starts().length === count, { timeout: 60_000, interval: 50 });

function fail(way: 'timer' | 'socket' | 'promise' | 'value') {
  writeFileSync(file('way'), way);
  process.kill(pidOfServer(), 'SIGUSR2');
}

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startProcess(
    {
      DATABASE_URL: String(database.databaseUrl),
      DATA_DIR: dataDir,
      RTMP_PORT: '0',
      TRUST_PROXY: '127.0.0.1',
      NODE_OPTIONS: `--import=${file('faults.mjs')}`,
    },
    undefined,
    file('parent.mjs'),
  );
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await database?.[Symbol.asyncDispose]();
}, 60_000);

/** Resolves with the status, or why there was none. */
const answerOf = (sent: ClientRequest) =>
  new Promise<number | string>((resolve) => {
    sent.once('response', (answer) => resolve(Number(answer.resume().statusCode)));
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });

it('ends the recording and takes nothing more, and goes on after the start', {
  timeout: 180_000,
}, async () => {
  const signIn = await createSignIn(database.db);
  const venue = await setUpLiveVenue(database.db, signIn, current());
  using encoder = await publishAt(current(), venue);
  await untilLive(current(), venue);
  const secondsShown = async () => {
    const { body } = await call(current(), `GET ${listPath(venue)}`);
    const parts = [...body.matchAll(/#EXT-X-PART:[^\n]*DURATION=([\d.]+)/g)];
    return parts.reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  };
  await until(secondsShown, (seconds) => seconds > 5, 30_000);

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await answerOf(request(`${current().url}/healthz`, { agent }).end())).toBe(200);
  // Its connection is busy, so that the stop does not close it as an idle one.
  const half = request(`${current().url}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  });
  half.on('error', () => {});
  half.write('{');
  const shown = await secondsShown();
  const failedAt = performance.now();
  fail('timer');
  await encoder.closed;
  // A new request on an open connection, and on a new one.
  expect([503, 'ECONNREFUSED', 'ECONNRESET']).toContain(
    await answerOf(request(`${current().url}/healthz`, { agent }).end()),
  );
  expect([503, 'ECONNREFUSED', 'ECONNRESET']).toContain(
    await answerOf(request(`${current().url}/healthz`, { agent: new Agent() }).end()),
  );
  agent.destroy();
  await startAgain(2);
  expect(server.errors()).toContain('The server has failed (70). It starts again: 1 of 5 times');
  process.stdout.write(`ready again ${Math.round(performance.now() - failedAt)} ms after the error\n`);
  expect(uncaught()).toEqual([
    expect.objectContaining({
      level: 60,
      err: expect.objectContaining({ message: 'lost in a timer', stack: expect.stringContaining('at ') }),
    }),
  ]);

  const folder = path.join(dataDir, 'recordings', venue.videoId);
  const recorded = await readRecording(folder);
  // Everything that viewers saw, the parts of the unfinished segment too.
  expect(recorded.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThanOrEqual(shown - 0.01);

  using again = await publishAt(current(), venue);
  await until(
    () => stateAtServer(current(), venue),
    ({ state }) => state === 'live',
    30_000,
  );
  await until(
    () => readRecording(folder),
    (segments) => segments.filter(({ isSlate }) => !isSlate).length >= recorded.length + 2,
    30_000,
  );
  again.stop();
});

it('starts again after every kind of such an error, and when it is killed', {
  timeout: 240_000,
}, async () => {
  for (const way of ['socket', 'promise', 'value'] as const) {
    const before = starts().length;
    fail(way);
    await startAgain(before + 1);
  }
  expect(uncaught().map(({ err }) => err.message)).toEqual([
    'lost in a timer',
    'lost in a socket',
    'lost in a promise',
    'null',
  ]);
  const before = starts().length;
  process.kill(pidOfServer(), 'SIGKILL');
  await startAgain(before + 1);
  // Five times: the sixth is the last.
  fail('timer');
  expect(await server.ended).toBe(70);
  expect(starts()).toHaveLength(before + 1);
});
