import type { HlsConfig, LoadPolicy } from 'hls.js';

/** Quick retries for a server's hiccup. hls.js retries no 4xx by itself; the recovery ladder takes over. */
const loadPolicy: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 8000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 },
  },
};

/** Seconds behind the newest segment; with segments of 2 s the picture is 3.8 s old instead of 7.6 s. */
const liveSyncDurationS = 3;

/**
 * The whole configuration. `liveSyncDuration` must never meet a `*Count` option. No worker: our segments
 * are fMP4, which pass through untouched, so a worker would cost a download and save nothing; it also
 * keeps the content security policy at `worker-src 'self'`.
 */
export const hlsConfig: Partial<HlsConfig> = {
  enableWorker: false,
  lowLatencyMode: true,
  liveSyncDuration: liveSyncDurationS,
  maxLiveSyncPlaybackRate: 1.2,
  // The default keeps everything that was ever played in memory.
  backBufferLength: 30,
  maxBufferLength: 12,
  maxMaxBufferLength: 30,
  capLevelToPlayerSize: true,
  startFragPrefetch: true,
  testBandwidth: false,
  // A level punished for a fault that has passed may be chosen again.
  errorPenaltyExpireMs: 10_000,
  manifestLoadPolicy: loadPolicy,
  playlistLoadPolicy: loadPolicy,
  fragLoadPolicy: loadPolicy,
};
