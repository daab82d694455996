import type Hls from 'hls.js';
import type { ErrorData, LevelDetails } from 'hls.js';
import type { EngineFigures, PlayableWindow } from './engine.ts';
import { PlayerError } from './player-error.ts';
import type { Fault } from './recovery-ladder.ts';

const refusedStatuses = [401, 403, 410];
/** Faults of hls.js whose names say more than their type: a broken file, and buffers that do not take another codec. */
const namedFaults: Record<string, Fault> = {
  fragParsingError: 'damage',
  bufferAddCodecError: 'unknown',
  bufferIncompatibleCodecsError: 'unknown',
};

/**
 * Translates an error of hls.js into a fault; null when hls.js recovers from it. A refusal is a fault at once, even if
 * hls.js would still try another level, because every level carries the same token.
 * @param recording whether it is one, and whether something of it has come.
 */
export function faultOf(
  {
    response,
    fatal,
    type,
    details,
    frag,
  }: Pick<ErrorData, 'response' | 'fatal' | 'type' | 'details' | 'frag'>,
  { isRecording = false, hasMedia }: { isRecording: boolean | undefined; hasMedia: boolean },
): Fault | null {
  if (response?.code && refusedStatuses.includes(response.code)) return 'refused';
  if (!fatal) return null;
  if (isRecording && response?.code === 404) {
    if (!hasMedia) return 'missing';
    if (frag) return 'changed';
  }
  const byType: Record<string, Fault> = { networkError: 'network', mediaError: 'media' };
  return namedFaults[details] ?? byType[type] ?? 'unknown';
}

/** Codes of MediaError that are not about what was decoded. */
const [aborted, notSupported] = [1, 4];

/** Translates an error of the element; null when playing can go on. */
export function faultOfElement({ code }: Pick<MediaError, 'code'>, isLive: boolean): Fault | null {
  if (code === aborted) return null;
  if (code === notSupported) return 'unknown';
  // A live picture goes on at its edge; a replay is worth a second look at the same place.
  return isLive ? 'damage' : 'media';
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

type Figured = Pick<Hls, 'playingDate' | 'latestLevelDetails' | 'latency' | 'bandwidthEstimate'>;

export function figuresOf({
  playingDate,
  latestLevelDetails,
  latency,
  bandwidthEstimate,
}: Figured): EngineFigures {
  return {
    takenAt: playingDate?.getTime() ?? null,
    latency: latestLevelDetails?.live && latency > 0 ? latency : null,
    network: Number.isFinite(bandwidthEstimate) ? bandwidthEstimate : null,
  };
}
