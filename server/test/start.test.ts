/**
 * After a stop, or a start that fails at any step, nothing runs any more or locks the data folder.
 *
 * @engine both
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { lockDataFolder } from '../src/db/data-folder-lock.ts';
import { writeClient } from './pages/client-folder.ts';
import { administrator, newDataDir, ownEnvironment } from './processes.ts';
import { engine, openTestDatabase } from './test-database.ts';

const program = fileURLToPath(new URL('./start-and-stop.ts', import.meta.url));
const dataDir = newDataDir();
const withPictureFile = newDataDir();
writeFileSync(path.join(withPictureFile, 'pictures'), 'a file where the folder should be');
const client = path.join(newDataDir(), 'client');
mkdirSync(client);
writeClient(client);

const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());
const neighbour = createServer().listen(0, '127.0.0.1');
await once(neighbour, 'listening');
afterAll(() => neighbour.close());

const own: Record<string, string> = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  DATA_DIR: dataDir,
  DEMO: '1',
  LOG_LEVEL: 'warn',
  PORT: '0',
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};

it.each<[step: string, said: RegExp, env: Record<string, string>, build?: string]>([
  [
    'the database is away',
    /^Cannot start:\n- DATABASE_URL /,
    { DATABASE_URL: 'postgres://user:x@127.0.0.1:1/none' },
  ],
  ['the demo’s pictures cannot be stored', /ENOTDIR/, { DATA_DIR: withPictureFile }],
  ['the client’s build fails', /^The build failed$/, {}, 'fails'],
  [
    'there is no client in production',
    /^The web client is not built: /,
    { NODE_ENV: 'production', DEMO: '0' },
    'nowhere',
  ],
  [
    'the port is taken',
    /^Cannot start:\n- HOST and PORT .*\(EADDRINUSE\)$/,
    { PORT: String((neighbour.address() as AddressInfo).port) },
  ],
  [
    'the port of encoders is taken',
    /^Cannot start:\n- HOST, RTMP_PORT, RTMPS_PORT and SRT_PORT .*\(EADDRINUSE\)$/,
    { RTMP_PORT: String((neighbour.address() as AddressInfo).port) },
  ],
  ['no step fails, and it is stopped', /^started$/, {}],
])('releases everything when %s', { timeout: 150_000 }, async (_step, said, env, build = client) => {
  const ended = await run({ ...own, ...env }, build);
  expect([ended.code, ended.errors]).toEqual([0, '']);
  expect(ended.output.trim()).toMatch(said);
  lockDataFolder(env.DATA_DIR ?? dataDir)();
});

/** A process that still runs after 2 minutes is killed, and has no exit code. */
async function run(env: Record<string, string>, build: string) {
  const child = spawn(process.execPath, [program, build], {
    env: { ...ownEnvironment(), ...env },
    timeout: 120_000,
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, output, errors };
}
