import { isProblem, type Problem } from '../api/problem.ts';
import { PlayerError } from '../media/player-error.ts';

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
  | 'offline';

const ownWords: Record<string, StopReason> = {
  '/problems/access-required': 'access-required',
  '/problems/access-not-started': 'access-not-started',
  '/problems/access-ended': 'access-ended',
  '/problems/stream-inactive': 'stream-inactive',
  '/problems/not-found': 'stream-inactive',
};

/** What an error of the session, the signed address or the player means for the viewer. */
export function stopReason(error: unknown): StopReason {
  const cause = error instanceof PlayerError ? error.cause : error;
  if (isProblem(cause)) return ownWords[cause.type] ?? 'media';
  return navigator.onLine ? 'media' : 'offline';
}

/** A refusal of the server ends the player; anything else is a network that may come back. */
export function asPlayerError(error: unknown): unknown {
  const isRefusal = isProblem(error) && error.status < 500 && error.status !== 429;
  return isRefusal ? new PlayerError('refused', (error satisfies Problem).detail, { cause: error }) : error;
}
