/**
 * A small Mux: what it publishes about playback ids, live streams and assets, and the playlists and segments behind
 * signed addresses. It checks credentials and signatures, so that a client that signs wrongly fails as with the real one.
 * Like there, the master playlist wants a token, and leads to addresses that carry a signature and an expiry of their own.
 */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';
import { type Answer, type Call, type Policy, sendJson, type Video, VideoServer } from './video-server.ts';

/** What the bodies of our calls may say; anything else is refused. */
interface NewLiveStream {
  playback_policies: Policy[];
  new_asset_settings: { playback_policies: Policy[] };
  latency_mode: string;
  reconnect_window: number;
  passthrough: string;
}

export type MuxStandIn = Awaited<ReturnType<typeof startMux>>;

/** @param now milliseconds since 1970. */
export async function startMux(now: () => number = Date.now) {
  const server = new VideoServer(now, 22);
  const webhookSecret = randomBytes(16).toString('hex');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [tokenId, tokenSecret, signingKeyId] = ['stand-in', 'stand-in-secret', 'stand-in-key'];
  const origin = await server.listen(answer);

  async function answer(call: Call): Promise<void> {
    const { response, url } = call;
    if (url.pathname.startsWith('/video/v1/'))
      return sendJson(response, ...answerApi(call, url.pathname.slice(10)));
    const master = /^\/([A-Za-z0-9]+)\.m3u8$/.exec(url.pathname)?.[1];
    if (master) return sendMaster(response, ofPlayback(master), url.searchParams.get('token'));
    const [, kind = '', playbackId = '', height = '', file = ''] = url.pathname.split('/');
    const video = ofPlayback(playbackId);
    if (video === undefined || !server.isSigned(url)) return void response.writeHead(403).end();
    if (kind !== 'manifest') return server.sendSegment(response, video, height, file);
    server.sendList(response, video, (number) =>
      signed(`/chunk/${playbackId}/${height}/${number}.ts`, now() / 1000 + 60),
    );
  }

  function answerApi({ request, body }: Call, path: string): Answer {
    const expected = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return refusal(401, 'unauthorized');
    const [collection, id, action] = path.split('/');
    const { method } = request;
    if (collection === 'live-streams' && id === undefined) {
      if (method === 'GET') return [200, { data: [] }];
      const { playback_policies: policies, new_asset_settings: assets, passthrough } = body as NewLiveStream;
      if (Buffer.byteLength(passthrough) > 255) return refusal(400, 'invalid_parameters');
      if (policies?.length !== 1 || assets?.playback_policies?.[0] !== policies[0])
        return refusal(400, 'invalid_parameters');
      const stream = server.add('live_stream', policies[0] ?? 'public');
      return [201, { data: describe(stream) }];
    }
    const video =
      collection === 'playback-ids'
        ? ofPlayback(id)
        : server.find(collection === 'assets' ? 'asset' : 'live_stream', id);
    if (video === undefined) return refusal(404, 'not_found');
    if (collection === 'playback-ids') {
      const { playbackId, policy, type } = video;
      const data = { id: playbackId, policy, object: { type, id: video.id } };
      return [200, { data }];
    }
    if (method === 'DELETE') {
      server.remove(video);
      return [204, undefined];
    }
    const operation = `${method} ${action ?? ''}`.trim();
    if (operation === 'PUT disable') {
      if (video.activeSince !== undefined) server.endBroadcast(video);
      video.isEnabled = false;
    } else if (operation === 'PUT enable') video.isEnabled = true;
    else if (operation === 'POST reset-stream-key') server.resetKey(video);
    else if (operation !== 'GET') return refusal(404, 'not_found');
    return [200, { data: operation.startsWith('PUT') ? {} : describe(video) }];
  }

  function describe({ id, playbackId, policy, type, createdAt, ...video }: Video) {
    const created_at = String(Math.floor(createdAt / 1000));
    const shared = { id, created_at, playback_ids: [{ id: playbackId, policy }] };
    if (type === 'asset') return { ...shared, status: video.status, duration: video.duration };
    const activity = video.activeSince === undefined ? 'idle' : 'active';
    return {
      ...shared,
      status: video.isEnabled ? activity : 'disabled',
      stream_key: video.streamKey,
      recent_asset_ids: video.recordings.map((recording) => recording.id),
    };
  }

  async function sendMaster(
    response: ServerResponse,
    video: Video | undefined,
    token: string | null,
  ): Promise<void> {
    if (video === undefined) return sendJson(response, ...refusal(404, 'not_found'));
    const expires = video.policy === 'public' ? now() / 1000 + 3_600 : await expiryOf(token, video);
    if (expires === undefined) return sendJson(response, ...refusal(403, 'forbidden'));
    if (video.type === 'live_stream' && video.activeSince === undefined)
      return sendJson(response, ...refusal(412, 'precondition_failed'));
    server.sendMaster(response, (height) =>
      signed(`/manifest/${video.playbackId}/${height}/rendition.m3u8`, expires),
    );
  }

  async function expiryOf(token: string | null, video: Video): Promise<number | undefined> {
    const { payload } = await jwtVerify(token ?? '', publicKey, {
      algorithms: ['RS256'],
      audience: 'v',
      subject: video.playbackId,
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    }).catch(() => ({ payload: undefined }));
    return payload?.kid === signingKeyId ? payload.exp : undefined;
  }

  function ofPlayback(playbackId: string | undefined): Video | undefined {
    return server.videos.find((video) => video.playbackId === playbackId);
  }

  function signed(path: string, expires: number): string {
    return `${origin}${server.signed(path, expires)}`;
  }

  return Object.assign(server, {
    settings: {
      tokenId,
      tokenSecret,
      signingKeyId,
      origin,
      webhookSecrets: [webhookSecret],
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    },
    /** The header of a message. @param at Unix seconds. */
    sign(body: string, at = Math.floor(now() / 1000)): string {
      const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
      return `t=${at},v1=${signature}`;
    },
    addAsset: (policy: Policy = 'signed') => server.add('asset', policy),
    addLiveStream: (policy: Policy = 'signed') => server.add('live_stream', policy),
  });
}

function refusal(status: number, type: string): Answer {
  return [status, { error: { type, messages: ['Refused by the stand-in'] } }];
}
