/**
 * Clients that are silent or slow are cut, clients that are only slow to read are not, and nobody takes every connection.
 *
 * @engine one
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { timeLimits } from '../../src/http/limits/time-limits.ts';
import { insertWatchable } from '../factories.ts';
import { drip, openClient, requestOf, type SlowClient } from '../fuzz/slow-clients.ts';
import { startApi } from '../harness.ts';

const mostPerAddress = 4;
const times = {
  ...timeLimits,
  headersMs: 500,
  bodyMs: 500,
  uploadMs: 2_000,
  idleMs: 1_000,
  keepAliveMs: 3_000,
  checkMs: 100,
};
/** Also on a busy machine; below the usual limits. */
const within = { timeout: 9_000 };
const api = await startApi({ connectionsMax: 20, connectionsPerAddressMax: mostPerAddress }, undefined, {
  times,
});

let port = 0;
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.app.server.address() as AddressInfo);
});

const health = requestOf('GET /healthz');
const login = 'POST /api/v1/identity/auth/credentials/login';
const json = 'content-type: application/json';

/** The path of a segment of a live stream. */
async function segmentPath(): Promise<string> {
  const { signedUrlPath } = await insertWatchable(api.db);
  const viewer = await api.signInAs();
  const { body } = await viewer.request(`GET ${signedUrlPath}`);
  const master = await api.request(`GET ${new URL(body.url).pathname}`);
  const [rung = ''] = /^[\w-]+(?=\/)/m.exec(master.body) ?? [];
  const folder = `${new URL(body.url).pathname.replace(/[^/]+$/, '')}${rung}`;
  const playlist = await api.request(`GET ${folder}/live.m3u8`);
  const segment = String(/^[^#\s]+\.m4s$/m.exec(playlist.body)?.[0]);
  return new URL(segment, `http://localhost${folder}/live.m3u8`).pathname;
}

describe('a connection ends', () => {
  const faults: Array<[name: string, act: (client: SlowClient) => unknown, answer: RegExp]> = [
    ['that sends nothing', () => {}, /^(HTTP\/1.1 408|$)/],
    ['whose headers come by drops', (client) => drip(client, health.repeat(50), 100), /^HTTP\/1.1 408/],
    [
      'whose headers stop',
      ({ socket }) => socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nx'),
      /^(HTTP\/1.1 408|$)/,
    ],
    [
      'whose body comes by drops',
      (client) => {
        client.socket.write(requestOf(login, json, 'content-length: 4000'));
        return drip(client, ' '.repeat(4_000), 100);
      },
      /^HTTP\/1.1 408 .*"type":"\/problems\/request-timeout"/s,
    ],
    [
      'whose chunks come by drops',
      (client) => {
        client.socket.write(requestOf(login, json, 'transfer-encoding: chunked'));
        return drip(client, '1\r\n \r\n'.repeat(600), 100);
      },
      /^HTTP\/1.1 408/,
    ],
    [
      'whose body nobody reads comes by drops',
      (client) => {
        client.socket.write(requestOf('POST /nope', json, 'content-length: 4000'));
        return drip(client, ' '.repeat(4_000), 100);
      },
      /^HTTP\/1.1 40[48]/,
    ],
    [
      'whose body stops',
      ({ socket }) => socket.write(`${requestOf(login, json, 'content-length: 4000')}{`),
      /^HTTP\/1.1 408/,
    ],
  ];
  it.each(faults)('%s', async (_name, act, answer) => {
    const client = await openClient(port);
    void act(client);
    await expect.poll(connections, within).toBe(1);
    await expect.poll(connections, within).toBe(0);
    expect(client.received()).toMatch(answer);
    client.socket.destroy();
  });

  it('whose client never reads', async () => {
    const client = await openClient(port);
    client.socket.pause();
    client.socket.write(requestOf(`GET ${await segmentPath()}`).repeat(400));
    await expect.poll(connections, within).toBe(1);
    await expect.poll(connections, within).toBe(0);
    client.socket.destroy();
  });

  it('that has had its answer and sends nothing more', async () => {
    const clients = await Promise.all(Array.from({ length: mostPerAddress }, () => openClient(port)));
    for (const { socket } of clients) socket.write(health);
    for (const client of clients) await expect.poll(client.received, within).toMatch(/^HTTP\/1.1 200/);
    expect(await connections()).toBe(mostPerAddress);
    await expect.poll(connections, within).toBe(0);
    for (const { socket } of clients) socket.destroy();
  });

  it('later, and with its answer, when it uploads', async () => {
    const { accessToken } = await api.signInAs({ scopes: ['event:create'] });
    const client = await openClient(port);
    const headers = [`authorization: Bearer ${accessToken}`, 'content-type: text/csv'];
    client.socket.write(requestOf('POST /api/v1/events/access/import', ...headers, 'content-length: 4000'));
    const begun = performance.now();
    void drip(client, 'x'.repeat(4_000), 100);
    await expect.poll(connections, within).toBe(1);
    await expect.poll(connections, within).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(times.uploadMs * 0.9);
    client.socket.destroy();
  });
});

it('a client that reads slowly gets everything', async () => {
  const path = await segmentPath();
  const { rawSize } = await sizeOf(path);
  const count = Math.ceil(12_000_000 / rawSize);
  const client = await openClient(port);
  let bytes = 0;
  client.socket.on('data', (data) => {
    bytes += data.length;
    client.socket.pause();
    setTimeout(() => client.socket.resume(), 15);
  });
  const begun = performance.now();
  client.socket.write(requestOf(`GET ${path}`).repeat(count));
  await expect.poll(() => bytes, { timeout: 25_000 }).toBeGreaterThanOrEqual(count * rawSize);
  expect(performance.now() - begun).toBeGreaterThan(2 * times.idleMs);
  client.socket.destroy();
}, 30_000);

async function sizeOf(path: string): Promise<{ rawSize: number }> {
  const { headers } = await api.request(`HEAD ${path}`);
  return { rawSize: Number(headers['content-length']) };
}

async function metrics(): Promise<string> {
  const { body } = await api.request('GET /metrics', { headers: { host: 'localhost' } });
  return body;
}

const refusals = async () => (await metrics()).match(/^ringside_connections_refused_total.*$/gm)?.join('\n');

function connections(): Promise<number> {
  return new Promise((resolve) => api.app.server.getConnections((_error, count) => resolve(count)));
}

describe('one address', () => {
  const get = async (localAddress?: string) => {
    const client = await openClient(port, localAddress);
    client.socket.write(health);
    return client;
  };

  it('gets a few connections, then a refusal, then nothing; others are served', async () => {
    await expect.poll(connections, within).toBe(0);
    const idle = await Promise.all(Array.from({ length: mostPerAddress }, () => openClient(port)));
    const refused = await Promise.all(Array.from({ length: mostPerAddress }, () => get()));
    await expect.poll(connections, within).toBe(mostPerAddress);
    for (const client of refused) {
      expect(client.received()).toMatch(/^HTTP\/1.1 429 .*connection: close.*too-many-requests/is);
      expect(client.received()).toMatch(/retry-after: 10/i);
    }
    const flood = await Promise.all(Array.from({ length: 2 * mostPerAddress }, () => openClient(port)));
    const dropped = await get();
    await expect.poll(connections, within).toBe(2 * mostPerAddress);
    expect(dropped.received()).toBe('');
    const other = await get('127.0.0.2');
    await expect.poll(other.received).toMatch(/^HTTP\/1.1 200/);
    for (const client of [...idle, ...flood, other]) client.socket.destroy();
    await expect.poll(connections, within).toBe(0);
    const again = await get();
    await expect.poll(again.received).toMatch(/^HTTP\/1.1 200/);
    again.socket.destroy();
  });

  it('is one of many: all together have a bound too', async () => {
    await expect.poll(connections, within).toBe(0);
    const clients = await Promise.all(
      Array.from({ length: 25 }, (_, index) => openClient(port, `127.0.1.${Math.floor(index / 4) + 1}`)),
    );
    await expect.poll(refusals, within).toMatch(/\{by="all"\} 5$/m);
    expect(await connections()).toBe(20);
    for (const client of clients) client.socket.destroy();
    await expect.poll(connections, within).toBe(0);
    expect(await refusals()).toMatch(/\{by="address"\} [1-9]/);
    expect(await metrics()).toMatch(/^http_connections 0$/m);
    const lines = api.log.filter((line) => line.includes('connections were refused'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(5);
    expect(lines.join()).not.toContain('127.0');
  });
});

describe('a proxy', () => {
  it('has no bound of its own', async () => {
    const behind = await startApi({
      trustProxy: ['127.0.0.0/8'],
      connectionsMax: 50,
      connectionsPerAddressMax: 2,
    });
    await behind.app.listen({ port: 0, host: '::' });
    const own = (behind.app.server.address() as AddressInfo).port;
    const clients = await Promise.all(Array.from({ length: 10 }, () => openClient(own)));
    for (const client of clients) client.socket.write(health);
    for (const client of clients) {
      await expect.poll(client.received).toMatch(/^HTTP\/1.1 200 .*keep-alive: timeout=75/is);
      client.socket.destroy();
    }
  });
});

it('an idle connection waits for the next request for a while', async () => {
  const client = await openClient(port);
  client.socket.write(health);
  await wait(times.idleMs * 1.5);
  client.socket.write(health);
  await expect.poll(() => client.received().match(/HTTP\/1.1 200/g)?.length).toBe(2);
  client.socket.destroy();
});
