/** Mux: the only file that knows its API. A stand-in differs from it only by its origins. */
import { createPrivateKey } from 'node:crypto';
import { type LiveInput, type RemoteProvider, RemoteRefusal } from '../video-provider.ts';
import { signPlayToken } from './play-token.ts';
import { createRemoteApi, isPlainId, shortName } from './remote-api.ts';
import { isSignedMessage } from './signed-message.ts';

export interface MuxSettings {
  tokenId: string;
  tokenSecret: string;
  signingKeyId: string;
  /** PEM, RSA. */
  privateKey: string;
  /** Several while one is being replaced; none: no message is believed. */
  webhookSecrets: readonly string[];
  /** Of a stand-in; undefined: Mux itself. */
  origin?: string;
}

const [apiOrigin, streamOrigin] = ['https://api.mux.com', 'https://stream.mux.com'];
const rtmpUrl = 'rtmps://global-live.mux.com:443/app';

interface PlaybackId {
  id: string;
  policy: string;
  object: { type: 'asset' | 'live_stream'; id: string };
}

interface LiveStream {
  id: string;
  stream_key: string;
  status: 'active' | 'idle' | 'disabled';
  playback_ids: Array<Pick<PlaybackId, 'id' | 'policy'>>;
  /** The oldest first. */
  recent_asset_ids?: string[];
}

interface Asset {
  id: string;
  /** Unix seconds. */
  created_at: string;
  status: 'preparing' | 'ready' | 'errored';
  duration?: number;
  playback_ids?: Array<Pick<PlaybackId, 'id' | 'policy'>>;
}

/** More encoder sessions than this in one evening are a fault of the line; the newest count. */
const mostAssets = 20;
const mostKnown = 1_000;
/** Encoders start before the block does. */
const earlyMs = 2 * 3_600_000;
/** A lost encoder may come back into the same recording for so long. */
const reconnectSeconds = 60;

export function createMux({
  tokenId,
  tokenSecret,
  signingKeyId,
  privateKey,
  webhookSecrets,
  origin,
}: MuxSettings): RemoteProvider {
  const key = createPrivateKey(privateKey);
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  const api = createRemoteApi('Mux', `${origin ?? apiOrigin}/video/v1/`, authorization);
  const find = async <T>(path: string) => (await api.find<{ data: T }>(path))?.data;

  const findPlaybackId = async (videoId: string) =>
    isPlainId(videoId) ? find<PlaybackId>(`playback-ids/${videoId}`) : undefined;

  /** By playback id. It never changes, and without it each question would be two calls of the few that Mux takes. */
  const liveStreamIds = new Map<string, string>();

  async function findLiveStream(videoId: string): Promise<LiveStream | undefined> {
    const id = liveStreamIds.get(videoId) ?? (await findLiveStreamId(videoId));
    const stream = id === undefined ? undefined : await find<LiveStream>(`live-streams/${id}`);
    if (stream === undefined) liveStreamIds.delete(videoId);
    return stream;
  }

  async function findLiveStreamId(videoId: string): Promise<string | undefined> {
    const object = (await findPlaybackId(videoId))?.object;
    if (object?.type !== 'live_stream') return undefined;
    if (liveStreamIds.size >= mostKnown) liveStreamIds.clear();
    liveStreamIds.set(videoId, object.id);
    return object.id;
  }

  async function liveStreamOf(videoId: string): Promise<LiveStream> {
    const stream = await findLiveStream(videoId);
    if (stream === undefined) throw new RemoteRefusal(404);
    return stream;
  }

  return {
    name: origin ? `Stand-in for Mux at ${origin}` : 'Mux',
    mediaHosts: [origin ?? 'https://*.mux.com'],

    async knowsVideo(videoId) {
      return (await findPlaybackId(videoId))?.policy === 'signed';
    },

    async manifestUrl(videoId, expiresAt) {
      const signing = { key, keyId: signingKeyId };
      const token = await signPlayToken(signing, { videoId, expiresAt, audience: 'v' });
      return new URL(`${origin ?? streamOrigin}/${videoId}.m3u8?token=${token}`);
    },

    async findRecording(videoId, since) {
      const stream = await findLiveStream(videoId);
      if (stream === undefined) return { state: 'none' };
      if (stream.status === 'active') return { state: 'pending' };
      // A live stream may have been used for other events before.
      const assets: Asset[] = [];
      for (const id of (stream.recent_asset_ids ?? []).slice(-mostAssets)) {
        const asset = await find<Asset>(`assets/${id}`);
        if (asset && Number(asset.created_at) * 1000 >= since.getTime() - earlyMs) assets.push(asset);
      }
      if (assets.some(({ status }) => status === 'preparing')) return { state: 'pending' };
      const [longest] = assets
        .filter(({ status }) => status === 'ready')
        .toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
      const signed = longest?.playback_ids?.find(({ policy }) => policy === 'signed');
      return signed ? { state: 'ready', videoId: signed.id } : { state: 'pending' };
    },

    async createLiveInput(name) {
      const { data } = await api.call<{ data: LiveStream }>('POST', 'live-streams', {
        playback_policies: ['signed'],
        new_asset_settings: { playback_policies: ['signed'] },
        latency_mode: 'low',
        reconnect_window: reconnectSeconds,
        passthrough: shortName(name),
      });
      return inputOf(data);
    },

    async replaceKey(videoId) {
      const { id } = await liveStreamOf(videoId);
      // The old key is refused from `reset` on, but only `disable` cuts off an encoder that publishes.
      await api.call('PUT', `live-streams/${id}/disable`);
      const { data } = await api.call<{ data: LiveStream }>('POST', `live-streams/${id}/reset-stream-key`);
      await api.call('PUT', `live-streams/${id}/enable`);
      return { ...inputOf(data), videoId };
    },

    async isReceiving(videoId) {
      return (await findLiveStream(videoId))?.status === 'active';
    },

    async closeLiveInput(videoId) {
      const { id } = await liveStreamOf(videoId);
      await api.call('PUT', `live-streams/${id}/disable`);
    },

    async deleteLiveInput(videoId) {
      const stream = await findLiveStream(videoId);
      if (stream) await api.remove(`live-streams/${stream.id}`);
    },

    isGenuine: (body, header, now) =>
      isSignedMessage({ time: 't', signature: 'v1' }, webhookSecrets, { body, header, now }),

    check: () => api.call('GET', 'live-streams?limit=1'),
  };
}

function inputOf({ stream_key: streamKey, playback_ids }: LiveStream): LiveInput {
  const signed = playback_ids.find(({ policy }) => policy === 'signed');
  if (signed === undefined) throw new Error('Mux made a live stream that anybody can watch');
  return { videoId: signed.id, rtmpUrl, streamKey };
}
