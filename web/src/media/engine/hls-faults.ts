import type { ErrorData, LevelDetails } from 'hls.js';
import type { PlayableWindow } from './engine.ts';
import { PlayerError } from './player-error.ts';
import type { Fault } from './recovery-ladder.ts';

const refusedStatuses = [401, 403, 410];

/**
 * Translates an error of hls.js into a fault; null when hls.js recovers from it. A refusal is a fault at once, even if
 * hls.js would still try another level, because every level carries the same token.
 * @param mayBeMissing nothing of this recording has come yet.
 */
export function faultOf(
  { response, fatal, type }: Pick<ErrorData, 'response' | 'fatal' | 'type'>,
  mayBeMissing: boolean,
) {
  if (response?.code && refusedStatuses.includes(response.code)) return 'refused';
  if (!fatal) return null;
  if (mayBeMissing && response?.code === 404) return 'missing';
  return ({ networkError: 'network', mediaError: 'media' } as Record<string, Fault>)[type] ?? 'unknown';
}

export function errorOf(fault: Fault, cause: unknown) {
  if (fault === 'network') return new PlayerError('network', 'The stream cannot be reached', { cause });
  if (fault === 'missing') return new PlayerError('missing', 'There is no such recording', { cause });
  if (fault === 'refused') return new PlayerError('refused', 'The stream refuses its address', { cause });
  return new PlayerError('media', 'The video cannot be decoded', { cause });
}

type Playlist = Pick<LevelDetails, 'live' | 'fragmentStart' | 'edge' | 'age'> &
  Partial<Pick<LevelDetails, 'partHoldBack'>>;

/**
 * The playable window of a playlist. A paused player does not reload the playlist while the stream continues, so the
 * window moves with the age of the playlist.
 */
export function windowOf(playlist: Playlist | null, targetLatency: number | null): PlayableWindow | null {
  if (!playlist) return null;
  const { live, fragmentStart, edge, age, partHoldBack = 0 } = playlist;
  if (!live) return { isLive: false, start: fragmentStart, end: edge };
  const end = edge + age - (targetLatency ?? 0);
  const start = Math.min(fragmentStart + age, end);
  return { isLive: true, start, end, ...(partHoldBack > 0 ? { hasParts: true } : {}) };
}
