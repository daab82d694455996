import { isProblem, type Problem } from '../api/problem.ts';
import { PlayerError } from '../media/engine/player-error.ts';
import { PlaybackCheckError } from '../playback/playback-session.ts';

/**
 * Why nothing plays. `media` stands for every fault of the video and for the limit of two devices; the viewer can
 * continue with Reload. Each other reason has its own text.
 */
export type StopReason =
  | 'media'
  | 'access-required'
  | 'access-not-started'
  | 'access-ended'
  | 'stream-inactive'
  | 'offline'
  | 'unreachable';

const reasonByType: Record<string, StopReason> = {
  '/problems/access-required': 'access-required',
  '/problems/access-not-started': 'access-not-started',
  '/problems/access-ended': 'access-ended',
  '/problems/stream-inactive': 'stream-inactive',
  '/problems/not-found': 'stream-inactive',
};

/** Translates an error of the session, the signed address or the player into a reason. */
export function stopReason(error: unknown): StopReason {
  const isWrapped = error instanceof PlayerError || error instanceof PlaybackCheckError;
  const cause = isWrapped ? error.cause : error;
  if (isProblem(cause) && isFinal(cause)) return reasonByType[cause.type] ?? 'media';
  if (error instanceof PlayerError && error.code !== 'network') return 'media';
  return navigator.onLine ? 'unreachable' : 'offline';
}

/** True for reasons that may pass without an action of the viewer, so that a retry makes sense. */
export function isTemporary(reason: StopReason): boolean {
  return reason === 'offline' || reason === 'unreachable';
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
