/**
 * nginx as an edge: the configuration of the documentation in front of a real server that is 20 ms away.
 *
 * @tier all
 * @engine one
 */
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSegmentSigner } from '../../../src/media/origin/segment-path.ts';
import { liveWindow } from '../../../src/media/origin/timeline.ts';
import { insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { eventsOf } from '../../streams/follow.ts';
import { describeWith } from '../../tools.ts';
import { type Relay, relayTo } from './far-server.ts';
import { type Edge, type EdgeAnswer, site, startEdge } from './nginx.ts';

const api = await startApi({ publicUrl: `https://${site}`, trustProxy: ['127.0.0.1'] });
const signAddress = createSegmentSigner(createSecretKey(api.keys.mediaKey));
const viewers = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`);

let unused = liveWindow(Date.now(), 2).first;
/** The address of a segment that no test has fetched yet. */
function newAddress({ seconds = 60, number = unused++ } = {}): string {
  const expiresAt = new Date(api.clock.now().getTime() + seconds * 1000);
  return signAddress({ videoId: 'demo', rung: '360p', name: String(number) }, expiresAt);
}

/** How often the server was asked for a segment so far; `HEAD` is the check of a signature. */
async function upstreamCalls() {
  const { body } = await api.request('GET /metrics');
  const count = (method: string) => {
    const lines = new RegExp(
      `^http_request_duration_seconds_count\\{method="${method}",route="/media/segments/.*`,
      'gm',
    );
    return (String(body).match(lines) ?? []).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  return { GET: count('GET'), HEAD: count('HEAD') };
}

async function callsDuring(work: () => Promise<unknown>) {
  const before = await upstreamCalls();
  await work();
  const after = await upstreamCalls();
  return { GET: after.GET - before.GET, HEAD: after.HEAD - before.HEAD };
}

const problemOf = ({ body }: EdgeAnswer) => JSON.parse(body.toString()).type;

describeWith('nginx', 'nginx as an edge', () => {
  let relay: Relay;
  let edge: Edge;
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    relay = await relayTo((api.app.server.address() as AddressInfo).port, 20);
    edge = await startEdge(relay.port);
  });
  afterAll(async () => {
    await edge?.[Symbol.asyncDispose]();
    await relay?.[Symbol.asyncDispose]();
  });

  it('asks the server once per segment, however many viewers come at once', async () => {
    const addresses = [newAddress(), newAddress(), newAddress()];
    const calls = await callsDuring(async () => {
      for (const address of addresses) {
        const direct = await api.app.inject({ url: address });
        const answers = await Promise.all(viewers.map((from) => edge.call(address, { from })));
        expect(answers.map(({ status }) => status)).toEqual(viewers.map(() => 200));
        expect(answers.every(({ body }) => body.equals(direct.rawPayload))).toBe(true);
        const hits = answers.filter(({ headers }) => headers['x-cache'] === 'HIT');
        expect(hits).toHaveLength(viewers.length - 1);
      }
    });
    // One of the two is the test's own, past the edge.
    expect(calls).toEqual({ GET: addresses.length * 2, HEAD: addresses.length });
  });

  it('keeps the bytes when a replay signs them anew, and asks about the signature alone', async () => {
    const number = unused++;
    const calls = await callsDuring(async () => {
      for (const seconds of [50, 60, 70]) {
        const answer = await edge.call(newAddress({ seconds, number }));
        expect(answer.status).toBe(200);
        expect(answer.headers['x-cache']).toBe(seconds === 50 ? 'MISS' : 'HIT');
      }
    });
    expect(calls).toEqual({ GET: 1, HEAD: 3 });
  });

  it('refuses a stranger though it has the bytes', async () => {
    const address = newAddress();
    const other = newAddress();
    expect((await edge.call(address)).status).toBe(200);
    const [, , , sig = '', exp = '', ...segment] = address.split('/');
    const [, , , otherSig = ''] = other.split('/');
    const forged = {
      'another signature': ['A'.repeat(43), exp, ...segment],
      'the signature of another segment': [otherSig, exp, ...segment],
      'a later expiry': [sig, String(Number(exp) + 60), ...segment],
      'another video': [sig, exp, 'other', ...segment.slice(1)],
      'another rung': [sig, exp, 'demo', '720p', ...segment.slice(2)],
    };
    for (const [what, elements] of Object.entries(forged)) {
      const refused = await edge.call(['', 'media', 'segments', ...elements].join('/'));
      expect(refused.status, what).toBe(403);
      expect(problemOf(refused), what).toBe('/problems/invalid-media-token');
      expect(refused.headers, what).toMatchObject({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
    }
    expect((await edge.call(address)).headers['x-cache']).toBe('HIT');
  });

  it('refuses an address from its expiry on though it has the bytes', async () => {
    const address = newAddress({ seconds: 3 });
    expect((await edge.call(address)).status).toBe(200);
    const expiresMs = Number(address.split('/')[4]) * 1000;
    // nginx counts in whole seconds.
    await wait(expiresMs + 1_050 - Date.now());
    const refused = await edge.call(address);
    expect([refused.status, problemOf(refused)]).toEqual([403, '/problems/invalid-media-token']);
  });

  it.each([
    ['a path that climbs', (path: string) => path.replace('/demo/', '/demo/../demo/')],
    ['an escaped letter', (path: string) => path.replace('/demo/', '/%64emo/')],
    ['a second slash', (path: string) => path.replace('/demo/', '//demo/')],
    ['a nul', (path: string) => path.replace('.m4s', '%00.m4s')],
    ['20 KB', (path: string) => path.replace('.m4s', `${'0'.repeat(20_000)}.m4s`)],
  ])('does not find one segment under two spellings: %s', async (_, spell) => {
    const address = newAddress();
    expect((await edge.call(address)).status).toBe(200);
    const calls = await callsDuring(async () => {
      expect([400, 404, 414]).toContain((await edge.call(spell(address))).status);
    });
    expect(calls).toEqual({ GET: 0, HEAD: 0 });
  });

  it('drops the query, which would fill the cache', async () => {
    const address = newAddress();
    const calls = await callsDuring(async () => {
      for (const query of ['', '?a', '?b=/media/hls/']) {
        expect((await edge.call(`${address}${query}`)).status).toBe(200);
      }
    });
    expect(calls).toEqual({ GET: 1, HEAD: 1 });
  });

  it('answers HEAD, ranges and conditions from its bytes, with the headers of the server', async () => {
    const address = newAddress();
    const direct = await api.app.inject({ url: address });
    const { etag = '', 'content-type': type, 'content-length': length } = direct.headers;
    const head = await edge.call(address, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const answer of [head, await edge.call(address)]) {
      expect(answer.headers).toMatchObject({
        etag,
        'content-type': type,
        'content-length': length,
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        // The max-age of the server is that of the signature which came first.
        'cache-control': 'no-cache',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const part = await edge.call(address, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${length}`]);
    expect(part.body.equals(direct.rawPayload.subarray(100, 200))).toBe(true);
    expect((await edge.call(address, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
    const same = await edge.call(address, { headers: { 'if-none-match': String(etag) } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
  });

  it('starts a segment in the middle when the first request has a range', async () => {
    const address = newAddress();
    const { rawPayload } = await api.app.inject({ url: address });
    const part = await edge.call(address, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.body.equals(rawPayload.subarray(100, 200))).toBe(true);
    const whole = await edge.call(address);
    expect([whole.headers['x-cache'], whole.body.equals(rawPayload)]).toEqual(['HIT', true]);
  });

  it('never keeps a playlist: the playback session that has ended gets nothing more', async () => {
    const viewer = await api.signInAs();
    const { signedUrlPath } = await insertWatchable(api.db);
    const { body } = await viewer.request(`GET ${signedUrlPath}`);
    const { origin, pathname } = new URL(body.url);
    expect(origin).toBe(`https://${site}`);
    const playlist = pathname.replace('live.m3u8', '360p/live.m3u8');
    const listed = await edge.call(playlist);
    expect(listed.headers['cache-control']).toBe('no-store');
    const [segment = ''] = /^\/media\/segments\/.*$/m.exec(listed.body.toString()) ?? [];
    expect((await edge.call(segment)).status).toBe(200);
    await viewer.request(`DELETE /api/v1/playback/sessions/${body.playbackSessionId}`);
    await api.heardChanges();
    expect((await edge.call(playlist)).status).toBe(403);
  });

  it('passes an event stream on within a second', async () => {
    const { eventId, blockId } = await insertWatchable(api.db);
    const client = connect(`https://127.0.0.1:${edge.port}`, { ca: edge.ca, servername: site });
    try {
      const stream = client.request({
        ':path': `/api/v1/kickboxing/competitions/${eventId}/events`,
        ':authority': site,
        'accept-encoding': 'gzip',
      });
      let text = '';
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      stream.end();
      const names = () => eventsOf(text).map(({ event }) => event);
      await expect.poll(names, { interval: 5 }).toEqual(['competition', 'streams', 'banner', 'card']);
      await api.db.updateTable('blocks').set({ name: 'Title fight' }).where('id', '=', blockId).execute();
      const newest = () => JSON.stringify(eventsOf(text).at(-1)?.data);
      await expect.poll(newest, { interval: 5 }).toContain('Title fight');
    } finally {
      client.destroy();
    }
  });

  it('hides what is for operators', async () => {
    for (const path of ['/metrics', '/readyz']) expect((await edge.call(path)).status).toBe(404);
  });

  it('believes no client about its address, and asks about a signature without its body', async () => {
    const seen: Array<{ method: string | undefined; headers: IncomingHttpHeaders }> = [];
    const echo = createServer(({ method, headers }, answer) => {
      seen.push({ method, headers });
      answer.writeHead(200, { 'cache-control': 'max-age=60' }).end();
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    await using own = await startEdge((echo.address() as AddressInfo).port);
    const claims = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'http' };
    await own.call('/', { headers: claims, from: '127.0.2.1' });
    await own.call(newAddress(), {
      headers: { ...claims, 'content-length': '5' },
      body: 'hello',
      from: '127.0.2.1',
    });
    echo.close();
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'HEAD', 'GET']);
    for (const { headers } of seen) {
      expect(headers).toMatchObject({
        host: site,
        'x-forwarded-for': '127.0.2.1',
        'x-forwarded-proto': 'https',
      });
    }
    // With a length and no body the next request on the connection would be taken for the body.
    expect(seen[1]?.headers['content-length']).toBeUndefined();
  });

  it('bounds the calls and refusals of one address, and nobody else', async () => {
    const statuses = async (path: string, count: number, from: string) => {
      const answers = await Promise.all(Array.from({ length: count }, () => edge.call(path, { from })));
      return new Set(answers.map(({ status }) => status));
    };
    const forged = newAddress().replace(/segments\/.{43}/, `segments/${'A'.repeat(43)}`);
    expect(await statuses(forged, 100, '127.0.2.2')).toEqual(new Set([403, 429]));
    // The same address watches on.
    expect(await statuses(newAddress(), 100, '127.0.2.2')).toEqual(new Set([200]));
    expect(await statuses(forged, 1, '127.0.2.3')).toEqual(new Set([403]));
  });

  it('leads http to https', async () => {
    const location = await new Promise((resolve) => {
      const headers = { host: site };
      httpGet(
        { host: '127.0.0.1', port: edge.httpPort, path: '/live?a=1', headers, agent: false },
        (answer) => {
          answer.resume();
          resolve([answer.statusCode, answer.headers.location]);
        },
      );
    });
    expect(location).toEqual([308, `https://${site}/live?a=1`]);
  });

  it('serves what it may still serve while the server is away, and no stranger', async () => {
    const [known, ending] = [newAddress(), newAddress({ seconds: 4 })];
    for (const address of [known, ending]) expect((await edge.call(address)).status).toBe(200);
    await relay.leave();
    expect((await edge.call(known)).status).toBe(200);
    expect((await edge.call(newAddress())).status).toBe(502);
    const forged = known.replace(/segments\/.{43}/, `segments/${'A'.repeat(43)}`);
    expect((await edge.call(forged)).status).toBe(502);
    await wait(Number(ending.split('/')[4]) * 1000 + 1_050 - Date.now());
    expect((await edge.call(ending)).status).toBe(502);
  });
});
