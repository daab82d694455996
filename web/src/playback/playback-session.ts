/**
 * This device's playback session (specification, section 4; design, section 7). It *begins* only by the
 * viewer's own action, so that two devices never push each other out in turns. While the *active* flag is
 * on, a *check* (the ping) every 20 s keeps it alive on the server, where it dies after 60 s without one.
 * The flag is on while all its conditions hold; a failed check clears it until the session begins again.
 */
import { isProblem } from '../api/problem.ts';
import { createEvent } from '../store.ts';

const checkEveryMs = 20_000;
const checkSpread = 0.1;
/** So long the server keeps a session that it does not hear of. */
const sessionLifeMs = 60_000;
/** A check without an answer is made again this soon, as long as the session can still be alive. */
const retryCheckMs = 3000;

interface ActiveConditions {
  /** A stream plays. */
  isPlaying: boolean;
  isLoggedIn: boolean;
  /** The page can be seen, and in the native app the app is active. */
  isVisible: boolean;
}

interface SessionParts {
  create: () => Promise<string>;
  ping: (sessionId: string) => Promise<void>;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Tells the other pages of this device that the session is now this one's. */
  announce?: () => void;
}

export class PlaybackCheckError extends Error {
  constructor(options?: ErrorOptions) {
    super('Playback status check failed', options);
    this.name = 'PlaybackCheckError';
  }
}

export type PlaybackSession = ReturnType<typeof createPlaybackSessionStore>;

export function createPlaybackSessionStore({ create, ping, now, random, announce }: SessionParts) {
  const failed = createEvent<[PlaybackCheckError]>();
  const checked = createEvent();
  const replaced = createEvent();
  let conditions: ActiveConditions = { isPlaying: false, isLoggedIn: false, isVisible: true };
  let sessionId: string | null = null;
  let heardAt = Number.NEGATIVE_INFINITY;
  let beginning: { action: string; id: Promise<string>; isPending: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isActive = () =>
    sessionId !== null && conditions.isPlaying && conditions.isLoggedIn && conditions.isVisible;

  /** Whether the server has lately been heard to keep this session alive. */
  const isFresh = () => sessionId !== null && now() - heardAt < checkEveryMs * (1 + checkSpread);

  function heard(id: string) {
    sessionId = id;
    heardAt = now();
    schedule(nextCheckMs());
  }

  function nextCheckMs() {
    return checkEveryMs * (1 - checkSpread + 2 * checkSpread * random());
  }

  function schedule(afterMs: number) {
    clearTimeout(timer);
    timer = isActive() ? setTimeout(() => void check(), afterMs) : undefined;
  }

  async function check() {
    const id = sessionId;
    if (id === null || !isActive()) return;
    try {
      await ping(id);
      if (id !== sessionId) return;
      heard(id);
      checked.emit();
    } catch (error) {
      if (id !== sessionId) return;
      if (mayStillBeAlive(error)) schedule(retryCheckMs);
      else fail(error);
    }
  }

  /** No answer, or none about the session, says nothing about it until its life is over. */
  function mayStillBeAlive(error: unknown) {
    const isRefusal = isProblem(error) && error.status < 500 && error.status !== 429;
    return !isRefusal && now() + retryCheckMs - heardAt < sessionLifeMs;
  }

  function fail(cause: unknown) {
    forget();
    failed.emit(new PlaybackCheckError({ cause }));
  }

  function forget() {
    sessionId = null;
    beginning = null;
    clearTimeout(timer);
  }

  async function post() {
    const id = await create();
    heard(id);
    announce?.();
    return id;
  }

  return {
    /**
     * Begins the session. `action` names the viewer's action: asked for the same one again, the answer
     * is the session that it has already begun, while that lives.
     */
    begin(action: string): Promise<string> {
      if (beginning?.action === action && (beginning.isPending || isFresh())) return beginning.id;
      const id = post();
      const current = { action, id, isPending: true };
      beginning = current;
      id.then(
        () => {
          current.isPending = false;
        },
        () => {
          if (beginning === current) beginning = null;
        },
      );
      return id;
    },

    /** Lets go of a session that the server has ended. */
    drop: forget,

    /** Another page of this device has begun a session, which replaces this one on the server. */
    takenOver() {
      if (sessionId === null) return;
      forget();
      replaced.emit();
    },

    id: () => sessionId,
    isFresh,
    isActive,
    /** How long the server keeps the session without hearing of it. */
    livesForMs: () => heardAt + sessionLifeMs - now(),

    set(change: Partial<ActiveConditions>) {
      const wasActive = isActive();
      conditions = { ...conditions, ...change };
      if (conditions.isLoggedIn === false) forget();
      if (isActive() === wasActive) return;
      // Back after a while: look at once whether the session has outlived it.
      schedule(Math.max(0, heardAt + nextCheckMs() - now()));
    },

    /** Listeners are called after a failed check. */
    onFailed: failed.subscribe,
    /** Listeners are called when another page of this device has taken the session over. */
    onTakenOver: replaced.subscribe,
    /** Listeners are called after each successful check, which is the moment to renew a signed address. */
    onChecked: checked.subscribe,
  };
}
