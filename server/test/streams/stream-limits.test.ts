/**
 * Open streams do not keep others out (docs/product.md, 21.3 and 21.4).
 *
 * @engine one
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { type Follower, follow } from './follow.ts';

const api = await startApi({
  trustProxy: ['127.0.0.1'],
  connectionsMax: 200,
  connectionsPerAddressMax: 100,
  metricsToken: 'the-token-of-the-metrics',
});
let path = '';
beforeAll(async () => {
  const { eventId } = await insertWatchable(api.db, { event: { slug: 'limited' } });
  path = `/api/v1/kickboxing/competitions/${eventId}/events`;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});

const from = (address: string) => follow(api, path, { headers: { 'x-forwarded-for': address } });
const statusesOf = (followers: Follower[]) =>
  Object.fromEntries(
    Map.groupBy(followers, ({ status }) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );
const closeAll = async (followers: Follower[]) => {
  for (const follower of followers) follower.close();
  await wait(200);
};
const metric = async (name: string) => {
  const headers = { authorization: 'Bearer the-token-of-the-metrics' };
  return Number(
    new RegExp(`^${name} (.*)$`, 'm').exec((await api.request('GET /metrics', { headers })).body)?.[1],
  );
};

describe('streams of one address', () => {
  it('are half of its connections, and a closed one makes room', async () => {
    const hundred = await Promise.all(Array.from({ length: 100 }, () => from('203.0.113.7')));
    expect(statusesOf(hundred)).toEqual({ 200: 50, 429: 50 });
    const refused = hundred.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('30');
    await refused?.ended;
    expect(JSON.parse(refused?.text() ?? '')).toMatchObject({ type: '/problems/too-many-requests' });
    expect((await from('203.0.113.8')).status).toBe(200);
    expect((await api.request('GET /api/v1/kickboxing/competitions')).status).toBe(200);
    hundred.find(({ status }) => status === 200)?.close();
    await wait(200);
    expect((await from('203.0.113.7')).status).toBe(200);
    await closeAll(hundred);
  });

  it('count together when they share an IPv6 network', async () => {
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, host) => from(`2001:db8:1:2::${host + 1}`)),
    );
    expect(statusesOf(many)).toEqual({ 200: 50, 429: 10 });
    await closeAll(many);
  });

  it('take no place when they are refused, or when the client leaves at once', async () => {
    const unknown = path.replace(/[0-9a-f-]{36}/, 'nobody');
    for (let time = 0; time < 60; time++) expect((await api.request(`GET ${unknown}`)).status).toBe(404);
    const { port } = api.app.server.address() as AddressInfo;
    for (let time = 0; time < 60; time++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      await once(socket, 'connect');
      socket.destroy();
    }
    await wait(300);
    const followers = await Promise.all(Array.from({ length: 50 }, () => from('127.0.0.1')));
    expect(statusesOf(followers)).toEqual({ 200: 50 });
    await closeAll(followers);
  });
});

describe('all streams', () => {
  it('leave a fifth of the connections to requests, and are not requests in flight', async () => {
    const addresses = Array.from({ length: 4 }, (_, index) => `198.51.100.${index}`);
    const followers: Follower[] = [];
    for (const address of addresses)
      followers.push(...(await Promise.all(Array.from({ length: 42 }, () => from(address)))));
    expect(statusesOf(followers)).toEqual({ 200: 160, 503: 8 });
    expect(await metric('ringside_open_streams')).toBe(160);
    expect(await metric('http_requests_in_flight')).toBeLessThan(5);
    await closeAll(followers);
    expect(await metric('ringside_open_streams')).toBe(0);
  });
});

it('a connection carries one stream, however many requests it sends', async () => {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(40));
  await wait(500);
  expect(text.match(/^HTTP\/1.1 /gm)).toHaveLength(1);
  expect(await metric('ringside_open_streams')).toBe(1);
  socket.destroy();
  await wait(200);
  expect(await metric('ringside_open_streams')).toBe(0);
});

it('HEAD opens nothing', async () => {
  for (let time = 0; time < 60; time++) {
    const { status, headers } = await api.request(`HEAD ${path}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
});
