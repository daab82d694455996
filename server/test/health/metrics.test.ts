import { describe, expect, it, vi } from 'vitest';
import { Failures } from '../../src/failures.ts';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const token = 'canary-metrics-token-4711';
const warn = vi.fn();
const failures = new Failures({ info() {}, warn, error() {} });
const api = await startApi({ metricsToken: token }, undefined, {
  failures,
  pressure: { eventLoopDelayMs: () => 0, databaseWaitMs: () => 0 },
  disk: { holds: 'database', check: async () => ({ freeBytes: 12_345, level: 'enough' }) },
});
const viewer = await api.signInAs();

async function read(): Promise<string> {
  const { status, body, headers } = await api.request('GET /metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  return body;
}

/** The value of the line that starts with this text. */
const reading = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((candidate) => candidate.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  );

describe('/metrics', () => {
  it('counts requests by the template of their route, without real paths', async () => {
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    await api.request(`GET /api/v1/kickboxing/competitions/${eventId}`);
    await api.request('GET /api/v1/kickboxing/competitions/canary-slug');
    await api.request('GET /canary-address');
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    const playlist = new URL(body.url).pathname;
    await api.request(`GET ${playlist}`);
    await api.request(`GET ${playlist.replace(/[^/]+$/, '480p/init.mp4')}`);
    const text = await read();
    const count = (labels: string) => reading(text, `http_request_duration_seconds_count{${labels}}`);
    const competition = 'route="/api/v1/kickboxing/competitions/:competitionId"';
    expect(count(`method="GET",${competition},status="200"`)).toBe(1);
    expect(count(`method="GET",${competition},status="404"`)).toBe(1);
    expect(count('method="GET",route="(none)",status="404"')).toBe(1);
    expect(
      count('method="GET",route="/media/hls/:sig/:exp/:leaseId/:streamId/:videoId/:file",status="200"'),
    ).toBe(1);
    expect(text).not.toMatch(/canary|[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('counts what failed and was logged with its error, by part', async () => {
    const line = 'ringside_failures_total{part="film"}';
    expect(reading(await read(), line)).toBe(0);
    const err = new Error('Planted');
    failures.logOf('film').warn({ err }, 'a film failed');
    failures.logOf('film').info({}, 'a film is ready');
    const text = await read();
    expect(text).toContain('# TYPE ringside_failures_total counter');
    expect([reading(text, line), reading(text, line.replace('film', 'feed'))]).toEqual([1, 0]);
    expect(warn.mock.calls).toEqual([[{ err, part: 'film' }, 'a film failed']]);
  });

  it('counts segments, which bypass the framework', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    const master = new URL(body.url);
    const [variant = ''] = /^[\w-]+\/.*$/m.exec((await api.request(`GET ${master.pathname}`)).body) ?? [];
    const playlist = await api.request(`GET ${new URL(variant, master).pathname}`);
    const [segment = ''] = /^\/media\/segments\/.*$/m.exec(playlist.body) ?? [];
    expect((await api.request(`GET ${segment}`)).status).toBe(200);
    const line =
      'http_request_duration_seconds_count{method="GET",route="/media/segments/:sig/:exp/:videoId/:rung/:file",status="200"}';
    await expect.poll(async () => reading(await read(), line)).toBe(1);
  });

  it('reports the process, the database, the passwords, the viewers, the mail and the disk', async () => {
    const text = await read();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'http_requests_in_flight',
      'ringside_database_connections{state="busy"}',
      'ringside_database_connections{state="waiting"}',
      'ringside_database_wait_seconds',
      'ringside_event_loop_delay_seconds',
      'ringside_password_hashes{state="running"}',
      'ringside_password_hashes{state="waiting"}',
      'ringside_outbox_mails',
    ]) {
      expect(reading(text, name), name).toBeGreaterThanOrEqual(0);
    }
    expect(Math.abs(reading(text, 'ringside_clock_error_seconds'))).toBeLessThan(1);
    expect(reading(text, 'ringside_live_leases')).toBe(1);
    expect(reading(text, 'ringside_free_disk_bytes')).toBe(12_345);
  });

  it.each<[string, { remoteAddress?: string; headers?: Record<string, string> }, number]>([
    ['a loopback caller', {}, 200],
    ['a loopback caller over IPv6', { remoteAddress: '::1' }, 200],
    ['a loopback caller with a mapped address', { remoteAddress: '::ffff:127.0.0.1' }, 200],
    ['another machine', { remoteAddress: '192.0.2.7' }, 404],
    [
      'another machine with a forged header',
      { remoteAddress: '192.0.2.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
      404,
    ],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }, 404],
    ['a proxy with the standard header', { headers: { forwarded: 'for=192.0.2.7' } }, 404],
    ['a proxy that tells only the protocol', { headers: { 'x-forwarded-proto': 'https' } }, 404],
    ['a CDN', { headers: { 'cf-connecting-ip': '127.0.0.1' } }, 404],
    ['a site whose name resolves to this machine', { headers: { host: 'evil.test' } }, 404],
    ['a proxy on this machine that forwards only the host', { headers: { host: 'fights.test' } }, 404],
    ['a loopback caller that uses the IP address', { headers: { host: '127.0.0.1:3000' } }, 200],
    [
      'another machine with the token',
      { remoteAddress: '192.0.2.7', headers: { authorization: `Bearer ${token}` } },
      200,
    ],
    [
      'another machine with another token',
      { remoteAddress: '192.0.2.7', headers: { authorization: 'Bearer x' } },
      404,
    ],
    [
      'an administrator',
      { remoteAddress: '192.0.2.7', headers: { authorization: `Bearer ${viewer.accessToken}` } },
      404,
    ],
  ])('answers %s as expected', async (_name, options, status) => {
    const answer = await api.request('GET /metrics', options);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('logs neither successful requests nor the token', async () => {
    await api.request('GET /metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(api.log.join('')).not.toContain(token);
    expect(api.log.filter((line) => line.includes('"/metrics"') && line.includes('"status":200'))).toEqual(
      [],
    );
  });

  it('still reports the other values when the database is unreachable', async () => {
    await api.db.destroy();
    const text = await read();
    expect(text).toContain('process_cpu_seconds_total');
  });
});
