import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCloudflare } from '../../../src/media/remote/cloudflare.ts';
import { createMux } from '../../../src/media/remote/mux.ts';
import { startCloudflare } from '../../../stand-ins/video/cloudflare.ts';
import { startMux } from '../../../stand-ins/video/mux.ts';
import { startApi } from '../../harness.ts';

const [standIn, stranger] = [await startMux(), await startMux()];
afterAll(() => Promise.all([standIn.close(), stranger.close()]));
let woken = 0;
const parts = {
  wakeReplays: () => {
    woken += 1;
  },
};
const api = await startApi({}, undefined, { ...parts, remoteProvider: createMux(standIn.settings) });
const cloudflare = await startCloudflare();
afterAll(() => cloudflare.close());
const atCloudflare = await startApi({}, undefined, {
  ...parts,
  remoteProvider: createCloudflare(cloudflare.settings),
});
const withoutProvider = await startApi({}, undefined, parts);
const seconds = () => Math.floor(api.clock.now().getTime() / 1000);
const ready = JSON.stringify({ id: 'event-1', type: 'video.asset.ready', data: { id: 'asset-1' } });

beforeEach(() => {
  woken = 0;
});

const send = async (body: string, signature: string | undefined, to = api) => {
  const headers = {
    'content-type': 'application/json',
    ...(signature ? { 'mux-signature': signature } : {}),
  };
  return (await to.request('POST /api/v1/media/mux-webhook', { body, headers })).status;
};

describe('handleMuxWebhook', () => {
  it.each([
    ['video.asset.ready', 1],
    ['video.asset.live_stream_completed', 1],
    ['video.live_stream.idle', 1],
    ['video.live_stream.active', 0],
    ['video.upload.created', 0],
    [`video.asset.ready${'x'.repeat(20_000)}`, 0],
  ])('takes %.40s, and asks about recordings %d times', async (type, times) => {
    const body = JSON.stringify({ type });
    expect(await send(body, standIn.sign(body, seconds()))).toBe(204);
    expect(woken).toBe(times);
  });

  const bad: Array<[string, (body: string) => [body: string, signature: string | undefined]]> = [
    ['no signature', (body) => [body, undefined]],
    ['the signature of another secret', (body) => [body, stranger.sign(body, seconds())]],
    ['an altered body', (body) => [body.replace('asset-1', 'asset-2'), standIn.sign(body, seconds())]],
    ['a body with another space', (body) => [`${body} `, standIn.sign(body, seconds())]],
    ['a signature that is too old', (body) => [body, standIn.sign(body, seconds() - 305)]],
    ['a signature of the future', (body) => [body, standIn.sign(body, seconds() + 310)]],
    ['another time', (body) => [body, standIn.sign(body, seconds()).replace(/^t=\d+/, `t=${seconds() - 9}`)]],
    ['a second time', (body) => [body, `${standIn.sign(body, seconds() - 900)},t=${seconds()}`]],
    [
      'a time that is not a number',
      (body) => [body, standIn.sign(body, seconds()).replace(/^t=\d+/, 't=now')],
    ],
    ['an empty signature', (body) => [body, `t=${seconds()},v1=`]],
    ['another scheme', (body) => [body, standIn.sign(body, seconds()).replace('v1', 'v0')]],
    ['nonsense', (body) => [body, 'nonsense']],
  ];
  it.each(bad)('refuses %s and does nothing', async (_name, make) => {
    expect(await send(...make(ready))).toBe(400);
    expect(woken).toBe(0);
  });

  it('accepts one of several signatures, and both ends of the five minutes', async () => {
    const [, v1 = ''] = stranger.sign(ready, seconds()).split(',');
    expect(await send(ready, `${standIn.sign(ready, seconds())},${v1}`)).toBe(204);
    for (const offset of [-295, 295])
      expect(await send(ready, standIn.sign(ready, seconds() + offset))).toBe(204);
  });

  it('believes nothing without a secret, and without Mux', async () => {
    const mux = createMux({ ...standIn.settings, webhookSecrets: [] });
    expect(mux.isGenuine(ready, standIn.sign(ready, seconds()), api.clock.now())).toBe(false);
    expect(await send(ready, standIn.sign(ready, seconds()), withoutProvider)).toBe(400);
    expect(woken).toBe(0);
  });

  it.each(['[]', 'null', '{', '', '{"type":7}'])('refuses the body %j', async (body) => {
    expect(await send(body, standIn.sign(body, seconds()))).toBe(400);
  });
});

describe('handleCloudflareWebhook', () => {
  const bodyOf = (state: string) => JSON.stringify({ uid: 'a', status: { state } });
  const sendVideo = async (body: string, signature: string, to = atCloudflare) => {
    const headers = { 'content-type': 'application/json', 'webhook-signature': signature };
    return (await to.request('POST /api/v1/media/cloudflare-webhook', { body, headers })).status;
  };

  it.each([
    ['ready', 1],
    ['error', 1],
    ['inprogress', 0],
    ['live-inprogress', 0],
  ])('takes %s, and asks about recordings %d times', async (state, times) => {
    const body = bodyOf(state);
    expect(await sendVideo(body, cloudflare.sign(body, seconds()))).toBe(204);
    expect(woken).toBe(times);
  });

  it('refuses what Cloudflare did not sign, and what came too late', async () => {
    const body = bodyOf('ready');
    const genuine = cloudflare.sign(body, seconds());
    expect(await sendVideo(`${body} `, genuine)).toBe(400);
    expect(await sendVideo(body, cloudflare.sign(body, seconds() - 305))).toBe(400);
    expect(await sendVideo(body, standIn.sign(body, seconds()))).toBe(400);
    expect(await sendVideo(body, genuine.replace('sig1', 'sig2'))).toBe(400);
    expect(await sendVideo(body, genuine, api)).toBe(400);
    expect(await sendVideo(body, genuine, withoutProvider)).toBe(400);
    expect(woken).toBe(0);
  });
});
