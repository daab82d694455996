import { isProblem, type Problem } from '../../../api/problem.ts';
import { PlayerError } from '../../../media/engine/player-error.ts';
import { PlaybackCheckError } from '../../playback/playback-session.ts';

/**
 * Why nothing plays. `media` stands for every fault of the video, and the viewer can continue with Reload. At
 * `device-limit` they can also choose a device to stop. Each other reason has its own text.
 */
export type StopReason =
  | 'media'
  | 'device-limit'
  | 'shared'
  | 'access-required'
  | 'access-not-started'
  | 'access-ended'
  | 'stream-inactive'
  | 'broadcast-not-started'
  | 'nothing-recorded'
  | 'recording-missing'
  | 'offline'
  | 'unreachable';

const reasonByType: Record<string, StopReason> = {
  '/problems/device-limit': 'device-limit',
  '/problems/two-devices-watch': 'device-limit',
  '/problems/playback-ended-by-device-limit': 'device-limit',
  '/problems/playback-ended-by-stop': 'device-limit',
  '/problems/playback-shared': 'shared',
  '/problems/playback-ended-by-shared': 'shared',
  '/problems/access-required': 'access-required',
  '/problems/access-not-started': 'access-not-started',
  '/problems/access-ended': 'access-ended',
  '/problems/stream-inactive': 'stream-inactive',
  '/problems/broadcast-not-started': 'broadcast-not-started',
  '/problems/nothing-recorded': 'nothing-recorded',
  '/problems/not-found': 'stream-inactive',
};

/** Translates an error of the session, the signed address or the player into a reason. */
export function stopReason(error: unknown): StopReason {
  const isWrapped = error instanceof PlayerError || error instanceof PlaybackCheckError;
  const cause = isWrapped ? error.cause : error;
  if (isProblem(cause) && isFinal(cause)) return reasonByType[cause.type] ?? 'media';
  if (error instanceof PlayerError && error.code === 'missing') return 'recording-missing';
  if (error instanceof PlayerError && error.code !== 'network') return 'media';
  return navigator.onLine ? 'unreachable' : 'offline';
}

/** True for reasons that may pass without an action of the viewer, so that a retry makes sense. */
export function isTemporary(reason: StopReason): boolean {
  return reason === 'offline' || reason === 'unreachable';
}

/** While the server does not answer, the watch retries this often. */
export const retryEveryMs = 5000;
const retryAtLeastAfterMs = 1000;

/** @param triedAt when the last try began, in milliseconds since 1970: one that took long was itself the wait. */
export function retryAfterMs(triedAt: number): number {
  return Math.max(retryAtLeastAfterMs, triedAt + retryEveryMs - Date.now());
}

/** True for reasons that only an action of the viewer ends. */
export function waitsForViewer(reason: StopReason): boolean {
  return reason === 'media' || reason === 'device-limit' || reason === 'shared';
}

/** True when the problem is about this viewer or stream, false when the server is only busy or restarting. */
function isFinal({ status }: Problem): boolean {
  return status < 500 && status !== 429;
}

/** A final refusal becomes a PlayerError, which ends the player. Other errors are left to a retry. */
export function asPlayerError(error: unknown): unknown {
  const isRefusal = isProblem(error) && isFinal(error);
  return isRefusal ? new PlayerError('refused', (error satisfies Problem).detail, { cause: error }) : error;
}
