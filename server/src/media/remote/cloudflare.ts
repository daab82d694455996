/** Cloudflare Stream: the only file that knows its API. A stand-in differs from it only by its origins. */
import { createPrivateKey } from 'node:crypto';
import { type LiveInput, type RemoteProvider, RemoteRefusal } from '../video-provider.ts';
import { signPlayToken } from './play-token.ts';
import { createRemoteApi, isPlainId, shortName } from './remote-api.ts';
import { isSignedMessage } from './signed-message.ts';

export interface CloudflareSettings {
  accountId: string;
  apiToken: string;
  /** As in `customer-<code>.cloudflarestream.com`. */
  customerCode: string;
  signingKeyId: string;
  /** PEM, RSA. */
  privateKey: string;
  /** Several while one is being replaced; none: no message is believed. */
  webhookSecrets: readonly string[];
  /** Of a stand-in; undefined: Cloudflare itself. */
  origin?: string;
}

const apiOrigin = 'https://api.cloudflare.com';

/** The states in which a picture arrives. */
const receiving = new Set(['connected', 'reconnected', 'new_configuration_accepted']);

interface Input {
  uid: string;
  rtmps: { url: string; streamKey: string };
  recording: { requireSignedURLs?: boolean };
  /** The published description has the word alone; the live API also wraps it. */
  status?: string | { current?: { state?: string } } | null;
}

interface Video {
  uid: string;
  created: string;
  duration?: number;
  requireSignedURLs?: boolean;
  status: { state: string };
}

/** Encoders start before the block does. */
const earlyMs = 2 * 3_600_000;
/** A lost encoder may come back into the same recording for so long. */
const reconnectSeconds = 60;

export function createCloudflare({
  accountId,
  apiToken,
  customerCode,
  signingKeyId,
  privateKey,
  webhookSecrets,
  origin,
}: CloudflareSettings): RemoteProvider {
  const key = createPrivateKey(privateKey);
  const base = `${origin ?? apiOrigin}/client/v4/accounts/${accountId}/stream/`;
  const api = createRemoteApi('Cloudflare', base, `Bearer ${apiToken}`);
  const find = async <T>(path: string) => (await api.find<{ result: T }>(path))?.result;
  const findInput = async (videoId: string) =>
    isPlainId(videoId) ? find<Input>(`live_inputs/${videoId}`) : undefined;
  const setEnabled = (videoId: string, enabled: boolean) =>
    api.call('PUT', `live_inputs/${videoId}`, { enabled });

  return {
    name: origin ? `Stand-in for Cloudflare Stream at ${origin}` : 'Cloudflare Stream',
    mediaHosts: [origin ?? 'https://*.cloudflarestream.com'],

    async knowsVideo(videoId) {
      const input = await findInput(videoId);
      if (input) return input.recording.requireSignedURLs === true;
      return isPlainId(videoId) && (await find<Video>(videoId))?.requireSignedURLs === true;
    },

    async manifestUrl(videoId, expiresAt) {
      const token = await signPlayToken({ key, keyId: signingKeyId }, { videoId, expiresAt });
      const host = origin ?? `https://customer-${customerCode}.cloudflarestream.com`;
      return new URL(`${host}/${token}/manifest/video.m3u8`);
    },

    async findRecording(videoId, since) {
      if ((await findInput(videoId)) === undefined) return { state: 'none' };
      const videos = (await find<Video[]>(`live_inputs/${videoId}/videos`)) ?? [];
      // An input may have been used for other events before.
      const recent = videos.filter(({ created }) => Date.parse(created) >= since.getTime() - earlyMs);
      const [longest] = recent
        .filter(({ status, requireSignedURLs }) => status.state === 'ready' && requireSignedURLs)
        .toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
      const isFinished = recent.every(({ status }) => status.state === 'ready' || status.state === 'error');
      return isFinished && longest ? { state: 'ready', videoId: longest.uid } : { state: 'pending' };
    },

    async createLiveInput(name) {
      const { result } = await api.call<{ result: Input }>('POST', 'live_inputs', {
        meta: { name: shortName(name) },
        recording: { mode: 'automatic', requireSignedURLs: true, timeoutSeconds: reconnectSeconds },
      });
      return inputOf(result);
    },

    async replaceKey(videoId) {
      if (!isPlainId(videoId)) throw new RemoteRefusal(404);
      // This also cuts off an encoder that uses the old key.
      const { result } = await api.call<{ result: Input }>('POST', `live_inputs/${videoId}/rotate_keys`);
      await setEnabled(videoId, true);
      return inputOf(result);
    },

    async isReceiving(videoId) {
      const { status } = (await findInput(videoId)) ?? {};
      return receiving.has((typeof status === 'string' ? status : status?.current?.state) ?? '');
    },

    async closeLiveInput(videoId) {
      if (!isPlainId(videoId)) throw new RemoteRefusal(404);
      await setEnabled(videoId, false);
    },

    async deleteLiveInput(videoId) {
      if (isPlainId(videoId)) await api.remove(`live_inputs/${videoId}`);
    },

    isGenuine: (body, header, now) =>
      isSignedMessage({ time: 'time', signature: 'sig1' }, webhookSecrets, { body, header, now }),

    check: () => api.call('GET', 'live_inputs'),
  };
}

function inputOf({ uid, rtmps }: Input): LiveInput {
  return { videoId: uid, rtmpUrl: rtmps.url, streamKey: rtmps.streamKey };
}
