import { isProblem, type Problem } from '../api/problem.ts';
import { PlayerError } from '../media/engine/player-error.ts';
import { PlaybackCheckError } from '../playback/playback-session.ts';

/**
 * Why nothing plays. `media` is every fault of the video and the limit of two devices: the viewer may go
 * on by Reload. The others are answered in words of their own.
 */
export type StopReason =
  | 'media'
  | 'access-required'
  | 'access-not-started'
  | 'access-ended'
  | 'stream-inactive'
  | 'offline'
  | 'unreachable';

const ownWords: Record<string, StopReason> = {
  '/problems/access-required': 'access-required',
  '/problems/access-not-started': 'access-not-started',
  '/problems/access-ended': 'access-ended',
  '/problems/stream-inactive': 'stream-inactive',
  '/problems/not-found': 'stream-inactive',
};

/** What an error of the session, the signed address or the player means for the viewer. */
export function stopReason(error: unknown): StopReason {
  const isWrapped = error instanceof PlayerError || error instanceof PlaybackCheckError;
  const cause = isWrapped ? error.cause : error;
  if (isProblem(cause) && isFinal(cause)) return ownWords[cause.type] ?? 'media';
  if (error instanceof PlayerError && error.code !== 'network') return 'media';
  return navigator.onLine ? 'unreachable' : 'offline';
}

/** Reasons that pass without the viewer: it is worth to ask again. */
export function passesByItself(reason: StopReason): boolean {
  return reason === 'offline' || reason === 'unreachable';
}

/** An answer about this viewer or stream, not about a server that is busy or restarting. */
function isFinal({ status }: Problem): boolean {
  return status < 500 && status !== 429;
}

/** A refusal of the server ends the player; anything else is a network that may come back. */
export function asPlayerError(error: unknown): unknown {
  const isRefusal = isProblem(error) && isFinal(error);
  return isRefusal ? new PlayerError('refused', (error satisfies Problem).detail, { cause: error }) : error;
}
