/**
 * The playback session of this device (docs/product.md, 14.4 to 14.8). It *begins* only with an action of the viewer,
 * so that two devices never evict each other in turns. While it is *active*, a *check* (the ping) every 20 s keeps it
 * alive on the server, where it expires after 60 s without one. It is active while all conditions hold; after a failed
 * check it is inactive until it begins again.
 */
import { isProblem } from '../api/problem.ts';
import { createEvent } from '../store.ts';

const checkEveryMs = 20_000;
const checkSpread = 0.1;
/** The server keeps a session this long without a ping. */
const sessionLifeMs = 60_000;
/** A check without an answer is retried after this time, while the session may still be alive. */
const retryCheckMs = 3000;

interface ActiveConditions {
  /** A stream plays. */
  isPlaying: boolean;
  isLoggedIn: boolean;
  /** The page is visible and, in the native app, the app is active. */
  isVisible: boolean;
}

interface SessionParts {
  create: () => Promise<string>;
  ping: (sessionId: string) => Promise<void>;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Informs the other tabs of this device that this tab has begun the session. */
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
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let beginning: { action: string; id: Promise<string>; isPending: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isActive = () =>
    sessionId !== null && conditions.isPlaying && conditions.isLoggedIn && conditions.isVisible;

  /** True when the server has confirmed the session within the last check interval. */
  const isFresh = () => sessionId !== null && now() - confirmedAt < checkEveryMs * (1 + checkSpread);

  function confirm(id: string) {
    sessionId = id;
    confirmedAt = now();
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
      confirm(id);
      checked.emit();
    } catch (error) {
      if (id !== sessionId) return;
      if (mayStillBeAlive(error)) schedule(retryCheckMs);
      else fail(error);
    }
  }

  /** Without an answer about the session, it counts as alive until it must have expired. */
  function mayStillBeAlive(error: unknown) {
    const isRefusal = isProblem(error) && error.status < 500 && error.status !== 429;
    return !isRefusal && now() + retryCheckMs - confirmedAt < sessionLifeMs;
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
    confirm(id);
    announce?.();
    return id;
  }

  return {
    /**
     * Begins the session and returns its id. `action` names the viewer's action: a second call with the same name
     * returns the session that it has already begun, while that one is alive.
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

    /** Forgets a session that the server has ended. */
    drop: forget,

    /** Another tab of this device has begun a session, which replaces this one on the server. */
    takenOver() {
      if (sessionId === null) return;
      forget();
      replaced.emit();
    },

    id: () => sessionId,
    isFresh,
    isActive,
    /** How long the server keeps the session without another ping. */
    livesForMs: () => confirmedAt + sessionLifeMs - now(),

    set(change: Partial<ActiveConditions>) {
      const wasActive = isActive();
      conditions = { ...conditions, ...change };
      if (conditions.isLoggedIn === false) forget();
      if (isActive() === wasActive) return;
      // After a long pause the check is due at once.
      schedule(Math.max(0, confirmedAt + nextCheckMs() - now()));
    },

    /** Listeners are called after a failed check. */
    onFailed: failed.subscribe,
    /** Listeners are called when another tab of this device has taken the session over. */
    onTakenOver: replaced.subscribe,
    /** Listeners are called after each successful check, which is the moment to renew a signed address. */
    onChecked: checked.subscribe,
  };
}
