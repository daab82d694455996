/**
 * A small Cloudflare Stream: what it publishes about live inputs and videos, and the playlists and segments behind signed
 * addresses. Like there, the token stands in the path instead of the video's id, and relative addresses carry it on.
 */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { type Answer, type Call, type Policy, sendJson, type Video, VideoServer } from './video-server.ts';

/** What the bodies of our calls say. */
interface InputSettings {
  meta?: { name: string };
  enabled?: boolean;
  recording?: { mode: string; requireSignedURLs: boolean; timeoutSeconds: number };
}

const rtmpUrl = 'rtmps://live.cloudflare.com:443/live/';

export type CloudflareStandIn = Awaited<ReturnType<typeof startCloudflare>>;

/** @param now milliseconds since 1970. */
export async function startCloudflare(now: () => number = Date.now) {
  const server = new VideoServer(now, 16);
  const webhookSecret = randomBytes(16).toString('hex');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [accountId, apiToken, signingKeyId] = [randomBytes(16).toString('hex'), 'stand-in-token', 'key'];
  const api = `/client/v4/accounts/${accountId}/stream/`;
  const origin = await server.listen(answer);

  async function answer(call: Call): Promise<void> {
    const { response, url } = call;
    if (url.pathname.startsWith(api))
      return sendJson(response, ...answerApi(call, url.pathname.slice(api.length)));
    const [, token = '', folder = '', name = '', file = ''] = url.pathname.split('/');
    const video = await videoOf(token);
    if (video === undefined) return void response.writeHead(401).end();
    if (folder === 'video') return server.sendSegment(response, video, name, file);
    if (video.type === 'live_stream' && video.activeSince === undefined)
      return void response.writeHead(404).end();
    if (name === 'video.m3u8') return server.sendMaster(response, (height) => `stream_${height}.m3u8`);
    const height = /^stream_(\d+)\.m3u8$/.exec(name)?.[1] ?? '';
    server.sendList(response, video, (number) => `../../${token}/video/${height}/${number}.ts?p=x`);
  }

  function answerApi({ request, body }: Call, path: string): Answer {
    if (request.headers.authorization !== `Bearer ${apiToken}`) return refusal(403, 10_000);
    const [first = '', uid, action] = path.split('/');
    const { method } = request;
    if (first !== 'live_inputs') {
      const video = server.find('asset', first);
      return video ? answerOf(describeVideo(video)) : refusal(404, 10_003);
    }
    if (uid === undefined) {
      if (method === 'GET') return answerOf({ liveInputs: [], range: 0, total: 0 });
      const { recording } = body as InputSettings;
      const isSigned = recording?.requireSignedURLs === true;
      return answerOf(describeInput(add('live_stream', isSigned ? 'signed' : 'public')));
    }
    const input = server.find('live_stream', uid);
    if (input === undefined) return refusal(404, 10_003);
    const operation = `${method} ${action ?? ''}`.trim();
    if (operation === 'GET videos') return answerOf(videosOf(input).map(describeVideo));
    if (operation === 'DELETE') {
      server.remove(input);
      return [200, undefined];
    }
    if (operation === 'PUT') {
      input.isEnabled = (body as InputSettings).enabled ?? input.isEnabled;
      if (!input.isEnabled) stop(input);
    } else if (operation === 'POST rotate_keys') {
      server.resetKey(input);
      stop(input);
    } else if (operation !== 'GET') return refusal(405, 10_405);
    return answerOf(describeInput(input));
  }

  function stop(input: Video): void {
    if (input.activeSince !== undefined) server.endBroadcast(input);
  }

  /** While an input broadcasts, its recording is a video already. */
  function videosOf(input: Video): Video[] {
    const { activeSince } = input;
    return activeSince === undefined
      ? input.recordings
      : [{ ...input, createdAt: activeSince }, ...input.recordings];
  }

  function describeInput({ id, policy, streamKey, activeSince, isEnabled, createdAt }: Video) {
    return {
      uid: id,
      created: new Date(createdAt).toISOString(),
      enabled: isEnabled,
      rtmps: { url: rtmpUrl, streamKey },
      recording: { mode: 'automatic', requireSignedURLs: policy === 'signed' },
      status: activeSince === undefined ? null : 'connected',
    };
  }

  function describeVideo({ id, type, policy, status, createdAt, duration }: Video) {
    const ofAsset = { ready: 'ready', preparing: 'inprogress', errored: 'error' }[status];
    return {
      uid: id,
      created: new Date(createdAt).toISOString(),
      requireSignedURLs: policy === 'signed',
      duration,
      status: { state: type === 'asset' ? ofAsset : 'live-inprogress' },
    };
  }

  /** The video that a token opens, or one that needs none. */
  async function videoOf(token: string): Promise<Video | undefined> {
    const open = server.videos.find(({ id, policy }) => id === token && policy === 'public');
    if (open) return open;
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    }).catch(() => ({ payload: undefined }));
    if (payload?.kid !== signingKeyId) return undefined;
    return server.videos.find(({ id }) => id === payload.sub);
  }

  function add(type: Video['type'], policy: Policy): Video {
    return server.add(type, policy, { sameId: true });
  }

  return Object.assign(server, {
    settings: {
      accountId,
      apiToken,
      signingKeyId,
      origin,
      customerCode: 'standin',
      webhookSecrets: [webhookSecret],
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    },
    /** The header of a message. @param at Unix seconds. */
    sign(body: string, at = Math.floor(now() / 1000)): string {
      const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
      return `time=${at},sig1=${signature}`;
    },
    addAsset: (policy: Policy = 'signed') => add('asset', policy),
    addLiveStream: (policy: Policy = 'signed') => add('live_stream', policy),
  });
}

function answerOf(result: unknown): Answer {
  return [200, { result, success: true, errors: [], messages: [] }];
}

function refusal(status: number, code: number): Answer {
  const errors = [{ code, message: 'Refused by the stand-in' }];
  return [status, { result: null, success: false, errors, messages: [] }];
}
