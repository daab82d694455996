import type { HlsConfig, LoadPolicy } from 'hls.js';

/** Quick retries for a short fault of the server. hls.js does not retry a 4xx; the recovery ladder handles it. */
const loadPolicy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 8000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 },
  },
};

/**
 * A player at the edge has no 8 s to wait for a server that does not answer: it asks again while the buffer lasts. A
 * playlist may take longer, because the server holds it until there is a new part.
 */
const fragLoadPolicies = {
  live: {
    default: {
      ...loadPolicy.default,
      maxTimeToFirstByteMs: 2500,
      timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
      // Each quality tries again, and the fight goes on meanwhile: what is lost is passed over soon.
      errorRetry: { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 },
    },
  },
  recorded: loadPolicy,
};

/**
 * With parts, the server holds a playlist for up to three target durations. Without them it answers at once: no answer means
 * a dead connection.
 */
const playlistLoadPolicies = {
  parts: loadPolicy,
  whole: { default: { ...loadPolicy.default, maxTimeToFirstByteMs: 3000 } },
};

/**
 * Seconds behind the newest segment, where there are no parts. With segments of 2 s, the latency is 3.8 s instead of
 * 7.6 s.
 */
const liveSyncDurationS = 3;

/**
 * The whole configuration. `liveSyncDuration` must not be combined with a `*Count` option. There is no worker: our
 * segments are fMP4, which hls.js passes on unchanged, so a worker would cost a download and save nothing. Without
 * it, the content security policy can stay at `worker-src 'self'`.
 */
export const hlsConfig: Partial<HlsConfig> = {
  enableWorker: false,
  lowLatencyMode: true,
  liveSyncDuration: liveSyncDurationS,
  maxLiveSyncPlaybackRate: 1.2,
  // The default keeps all played media in memory.
  backBufferLength: 30,
  maxBufferLength: 12,
  maxMaxBufferLength: 30,
  capLevelToPlayerSize: true,
  startFragPrefetch: true,
  testBandwidth: false,
  // After this time a level that had a fault may be chosen again.
  errorPenaltyExpireMs: 10_000,
  manifestLoadPolicy: loadPolicy,
  playlistLoadPolicy: playlistLoadPolicies.parts,
  fragLoadPolicy: fragLoadPolicies.recorded,
};

/** @param isLate the network takes long for each answer: then a live player is far enough behind to wait for it. */
export function policiesFor(
  { live, partHoldBack }: { live: boolean; partHoldBack: number },
  isLate: boolean,
): Pick<HlsConfig, 'fragLoadPolicy' | 'playlistLoadPolicy'> {
  return {
    fragLoadPolicy: live && !isLate ? fragLoadPolicies.live : fragLoadPolicies.recorded,
    playlistLoadPolicy: playlistLoadPolicies[partHoldBack > 0 || isLate ? 'parts' : 'whole'],
  };
}
