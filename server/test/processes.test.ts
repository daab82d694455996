/**
 * A whole process: it starts or reports why it cannot, and it stops on request.
 *
 * @tier all
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '../src/db/data-folder-lock.ts';
import {
  administrator,
  fetchPatiently,
  newDataDir,
  newInstallation,
  type ServerProcess,
  startProcess,
} from './processes.ts';
import { engine } from './test-database.ts';

const env = {
  ...(await newInstallation()),
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
};

async function signIn(server: ServerProcess): Promise<Record<string, string>> {
  const answer = await fetchPatiently(
    `${server.url}/api/v1/identity/auth/credentials/login?includeTokens=true`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    },
  );
  const { tokens } = (await answer.json()) as { tokens: { accessToken: { value: string } } };
  return { authorization: `Bearer ${tokens.accessToken.value}`, 'content-type': 'application/json' };
}

const event = () =>
  JSON.stringify({
    name: 'Written during a stop',
    slug: `night-${randomUUID()}`,
    startDate: '2027-06-01T19:00:00Z',
    endDate: '2027-06-01T23:00:00Z',
    timezone: 'UTC',
    location: {},
  });

describe('a process that is asked to stop', { timeout: 180_000 }, () => {
  it('exits at once although a client keeps its connection, and finishes the requests in flight', async () => {
    const server = await startProcess(env);
    const agent = new Agent({ keepAlive: true });
    const idle = request(`${server.url}/healthz`, { agent }).end();
    const [answer] = await once(idle, 'response');
    await once(answer.resume(), 'end');

    const headers = await signIn(server);
    const begun = Array.from({ length: 20 }, () =>
      fetch(`${server.url}/api/v1/events`, { method: 'POST', headers, body: event() }).then(
        (response) => response.status,
        () => 'not accepted',
      ),
    );
    await Promise.race(begun);
    const askedAt = Date.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(6_000);
    // An aborted request would end with a connection error after the status, or with a 5xx.
    for (const status of await Promise.all(begun)) expect([201, 'not accepted']).toContain(status);
    agent.destroy();
  });
});

describe('a process that cannot start', { timeout: 180_000 }, () => {
  it('names every bad variable and shows no value', async () => {
    const server = await startProcess({
      PORT: 'canary-1',
      LOG_LEVEL: 'canary-2',
      DATABASE_URL: 'mysql://a:canary@b/c',
    });
    expect(await server.ended).toBe(78);
    expect(server.output()).toBe('');
    expect(server.errors()).toBe(
      [
        'Cannot start:',
        '- DATABASE_URL must be a postgresql:// address',
        '- PORT must be a port number from 0 to 65535',
        '- LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        '',
      ].join('\n'),
    );
  });

  it('reports in one line that its port is taken', async () => {
    const first = await startProcess(env);
    const { port } = new URL(String(first.url));
    const second = await startProcess({ ...env, DATA_DIR: newDataDir(), PORT: port });
    expect(await second.ended).toBe(69);
    expect(second.errors()).toBe(
      'Cannot start:\n- HOST and PORT must name an address that is free (EADDRINUSE)\n',
    );
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  it('reports in one line that there is no database', async () => {
    const server = await startProcess({ DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/none' });
    expect(await server.ended).toBe(78);
    expect(server.errors()).toBe(
      'Cannot start:\n- DATABASE_URL must name a PostgreSQL that answers (ECONNREFUSED)\n',
    );
  });
});

if (engine === 'pglite') {
  // Only on one engine: the test takes long, and the database does not matter.
  describe('a process that is asked to stop while a request hangs', { timeout: 180_000 }, () => {
    it('exits within ten seconds although a client never finishes its request', async () => {
      const server = await startProcess(env);
      const { port } = new URL(String(server.url));
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('POST /api/v1/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
      await once(socket, 'connect');
      await new Promise((resolve) => setTimeout(resolve, 100));
      const askedAt = Date.now();
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(Date.now() - askedAt).toBeLessThan(10_000);
      socket.destroy();
    });
  });

  describe('a process that is asked to stop while it starts', { timeout: 180_000 }, () => {
    it('ends without errors and releases its folder', async () => {
      const folder = newDataDir();
      const lock = path.join(folder, 'ringside.lock');
      const server = await startProcess({ ...env, DATA_DIR: folder }, async (child) => {
        await vi.waitUntil(() => existsSync(lock), { timeout: 30_000, interval: 5 });
        child.kill('SIGTERM');
      });
      expect([await server.ended, server.errors()]).toEqual([0, '']);
      lockDataFolder(folder)();
    });
  });

  describe('a second process on the same data folder', { timeout: 180_000 }, () => {
    it('is refused with a clear message, and the first one still works', async () => {
      const first = await startProcess(env);
      const second = await startProcess(env);
      expect(await second.ended).toBe(69);
      expect(second.errors()).toBe(
        `Another Ringside process is using ${env.DATA_DIR}. ` +
          'Stop it first, or set DATA_DIR to another folder.\n',
      );
      const headers = await signIn(first);
      const answer = await fetchPatiently(`${first.url}/api/v1/events`, {
        method: 'POST',
        headers,
        body: event(),
      });
      expect(answer.status).toBe(201);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
    });
  });
} else {
  describe('two processes on one database', { timeout: 180_000 }, () => {
    it('may start at the same time, and accept each other’s tokens', async () => {
      const [one, two] = await Promise.all([startProcess(env), startProcess(env)]);
      const headers = await signIn(one);
      const known = await fetchPatiently(`${two.url}/api/v1/identity/auth/token/user-info`, { headers });
      expect(known.status).toBe(200);
      for (const server of [one, two]) server.child.kill('SIGTERM');
      expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
    });
  });
}
