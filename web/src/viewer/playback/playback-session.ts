/**
 * The playback session of this device (docs/product.md, 14.4 to 14.8). It *begins* only with an action of the viewer,
 * so that two devices never evict each other in turns. While it is *active*, a *check* (the ping) every 20 s keeps it
 * alive on the server, where it expires after 60 s without one. It is active while all conditions hold; after a failed
 * check it is inactive until it begins again.
 */
import { hasType, isProblem } from '../../api/problem.ts';
import { createEvent } from '../../store.ts';

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

/** The live page of a competition, and the stream that the viewer chose there. */
export interface LivePageChoice {
  competitionId: string;
  liveStreamId?: string;
}

export interface StartOptions {
  /** Starts only if this page has a picture. */
  livePage?: LivePageChoice;
  /** The id of a session that another call begins. */
  adopted?: Promise<string>;
  /** The session of another device, which stops; without it no other device does. */
  inPlaceOf?: string | undefined;
}

interface SessionParts {
  create: (options?: StartOptions) => Promise<string>;
  ping: (sessionId: string) => Promise<void>;
  /** Tells the server that the page is left. */
  sendLeave?: (sessionId: string) => void;
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

export function createPlaybackSessionStore(parts: SessionParts) {
  const { create, ping, sendLeave, now, random, announce } = parts;
  const failed = createEvent<[PlaybackCheckError]>();
  const checked = createEvent();
  const replaced = createEvent();
  const expired = createEvent();
  let conditions: ActiveConditions = { isPlaying: false, isLoggedIn: false, isVisible: true };
  let sessionId: string | null = null;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let beginning: { action: string; id: Promise<string>; isPending: boolean; isEarly: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;

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
    // The one that another start is about to replace: the server would refuse it.
    if (beginning?.isPending) return schedule(retryCheckMs);
    // Timers stood still: the computer slept, or the page was hidden. The server has ended it long ago.
    if (now() - confirmedAt >= sessionLifeMs) return expire();
    try {
      await ping(id);
      if (id !== sessionId) return;
      confirm(id);
      checked.emit();
    } catch (error) {
      if (id !== sessionId) return;
      if (hasType(error, 'playback-ended-by-expiry')) expire();
      else if (mayStillBeAlive(error)) schedule(retryCheckMs);
      else fail(error);
    }
  }

  /** Without an answer about the session, it counts as alive until it must have expired. */
  function mayStillBeAlive(error: unknown) {
    const isRefusal = isProblem(error) && error.status < 500 && error.status !== 429;
    return !isRefusal && now() + retryCheckMs - confirmedAt < sessionLifeMs;
  }

  function expire() {
    // Play was pressed, and another one has been asked for.
    if (beginning?.isPending) return;
    forget();
    expired.emit();
  }

  function fail(cause: unknown) {
    forget();
    failed.emit(new PlaybackCheckError({ cause }));
  }

  function forget() {
    isLeft = false;
    sessionId = null;
    beginning = null;
    clearTimeout(timer);
  }

  async function post({ adopted, ...options }: StartOptions) {
    const id = await (adopted ?? create(options));
    confirm(id);
    announce?.();
    return id;
  }

  function begin(action: string, options: StartOptions = {}): Promise<string> {
    const isEarly = options.livePage !== undefined || options.adopted !== undefined;
    if (beginning?.action === action && (beginning.isPending || isFresh())) {
      const { id } = beginning;
      if (!beginning.isEarly || isEarly) return id;
      return id.catch((error) => {
        if (hasType(error, 'two-devices-watch')) throw error;
        // The page knows by now that there is a picture.
        return begin(action, options);
      });
    }
    const id = post(options);
    const current = { action, id, isPending: true, isEarly };
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
  }

  return {
    /**
     * Begins the session and returns its id. `action` names the viewer's action: a second call with the same name
     * returns the session that it has already begun, while that one is alive.
     */
    begin: (action: string, options?: Pick<StartOptions, 'inPlaceOf'>) => begin(action, options),

    /**
     * The same before the live page knows its competition: the server begins no session where nothing plays. An error
     * is ignored, because the watch begins the session again and handles its errors.
     */
    beginEarly: (action: string, livePage: LivePageChoice) =>
      void begin(action, { livePage }).catch(() => {}),

    /** The same for a session that the first call of a page begins. */
    adopt: (action: string, adopted: Promise<string>) => void begin(action, { adopted }).catch(() => {}),

    /** Forgets a session that the server has ended. */
    drop: forget,

    /** Another tab of this device has begun a session, which replaces this one on the server. */
    takenOver() {
      if (sessionId === null) return;
      forget();
      replaced.emit();
    },

    /** The page is left: the server soon gives its place to another device (docs/product.md, 30.42). */
    leave() {
      if (sessionId === null) return;
      isLeft = true;
      clearTimeout(timer);
      sendLeave?.(sessionId);
    },

    /** The browser shows a page again that it had kept. What played goes on with another session. */
    comeBack() {
      if (!isLeft) return;
      const { isPlaying, isLoggedIn } = conditions;
      forget();
      if (isPlaying && isLoggedIn) expired.emit();
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
    /** Listeners are called when the session has ended because no check reached the server, or the page was left and is back. */
    onExpired: expired.subscribe,
    /** Listeners are called when another tab of this device has taken the session over. */
    onTakenOver: replaced.subscribe,
    /** Listeners are called after each successful check, which is the moment to renew a signed address. */
    onChecked: checked.subscribe,
  };
}
