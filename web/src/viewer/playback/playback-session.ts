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

/** A start of the viewer, which calls with the same action share. */
interface Beginning {
  action: string;
  id: Promise<string>;
  isPending: boolean;
  /** Of a page that did not know yet whether there is a picture. */
  isEarly: boolean;
}

/** Its methods are fields, because they are handed on. */
export class PlaybackSession {
  readonly #parts: SessionParts;
  readonly #failed = createEvent<[PlaybackCheckError]>();
  readonly #checked = createEvent();
  readonly #replaced = createEvent();
  readonly #expired = createEvent();
  #conditions: ActiveConditions = { isPlaying: false, isLoggedIn: false, isVisible: true };
  /** Null while there is no session. */
  #id: string | null = null;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #beginning: Beginning | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Listeners are called after a failed check. */
  onFailed = this.#failed.subscribe;
  /** Listeners are called when the session has ended because no check reached the server, or the page was left and is back. */
  onExpired = this.#expired.subscribe;
  /** Listeners are called when another tab of this device has taken the session over. */
  onTakenOver = this.#replaced.subscribe;
  /** Listeners are called after each successful check, which is the moment to renew a signed address. */
  onChecked = this.#checked.subscribe;

  /**
   * Begins the session and returns its id. `action` names the viewer's action: a second call with the same name
   * returns the session that it has already begun, while that one is alive.
   */
  begin = (action: string, options?: Pick<StartOptions, 'inPlaceOf'>) => this.#begin(action, options);

  /**
   * The same before the live page knows its competition: the server begins no session where nothing plays. An error
   * is ignored, because the watch begins the session again and handles its errors.
   */
  beginEarly = (action: string, livePage: LivePageChoice) =>
    void this.#begin(action, { livePage }).catch(() => {});

  /** The same for a session that the first call of a page begins. */
  adopt = (action: string, adopted: Promise<string>) => void this.#begin(action, { adopted }).catch(() => {});

  /** Forgets a session that the server has ended. */
  drop = () => this.#forget();

  /** Another tab of this device has begun a session, which replaces this one on the server. */
  takenOver = () => {
    if (this.#id === null) return;
    this.#forget();
    this.#replaced.emit();
  };

  /** The page is left: the server soon gives its place to another device (docs/product.md, 30.42). */
  leave = () => {
    if (this.#id === null) return;
    this.#isLeft = true;
    clearTimeout(this.#timer);
    this.#parts.sendLeave?.(this.#id);
  };

  /** The browser shows a page again that it had kept. What played goes on with another session. */
  comeBack = () => {
    if (!this.#isLeft) return;
    const { isPlaying, isLoggedIn } = this.#conditions;
    this.#forget();
    if (isPlaying && isLoggedIn) this.#expired.emit();
  };

  id = () => this.#id;

  /** True when the server has confirmed the session within the last check interval. */
  isFresh = () => this.#id !== null && this.#unconfirmedMs() < checkEveryMs * (1 + checkSpread);

  isActive = () => {
    const { isPlaying, isLoggedIn, isVisible } = this.#conditions;
    return this.#id !== null && isPlaying && isLoggedIn && isVisible;
  };

  /** How long the server keeps the session without another ping. */
  livesForMs = () => sessionLifeMs - this.#unconfirmedMs();

  set = (change: Partial<ActiveConditions>) => {
    const wasActive = this.isActive();
    this.#conditions = { ...this.#conditions, ...change };
    if (this.#conditions.isLoggedIn === false) this.#forget();
    if (this.isActive() === wasActive) return;
    // After a long pause the check is due at once.
    this.#schedule(Math.max(0, this.#nextCheckMs() - this.#unconfirmedMs()));
  };

  #begin(action: string, options: StartOptions = {}): Promise<string> {
    const isEarly = options.livePage !== undefined || options.adopted !== undefined;
    const beginning = this.#beginning;
    if (beginning?.action === action && (beginning.isPending || this.isFresh())) {
      const { id } = beginning;
      if (!beginning.isEarly || isEarly) return id;
      return id.catch((error) => {
        if (hasType(error, 'two-devices-watch')) throw error;
        // The page knows by now that there is a picture.
        return this.#begin(action, options);
      });
    }
    const id = this.#post(options);
    const current = { action, id, isPending: true, isEarly };
    this.#beginning = current;
    id.then(
      () => {
        current.isPending = false;
      },
      () => {
        if (this.#beginning === current) this.#beginning = null;
      },
    );
    return id;
  }

  async #post({ adopted, ...options }: StartOptions) {
    const id = await (adopted ?? this.#parts.create(options));
    this.#confirm(id);
    this.#parts.announce?.();
    return id;
  }

  #confirm(id: string) {
    this.#id = id;
    this.#confirmedAt = this.#parts.now();
    this.#schedule(this.#nextCheckMs());
  }

  #unconfirmedMs() {
    return this.#parts.now() - this.#confirmedAt;
  }

  #nextCheckMs() {
    return checkEveryMs * (1 - checkSpread + 2 * checkSpread * this.#parts.random());
  }

  #schedule(afterMs: number) {
    clearTimeout(this.#timer);
    this.#timer = this.isActive() ? setTimeout(() => void this.#check(), afterMs) : undefined;
  }

  async #check() {
    const id = this.#id;
    if (id === null || !this.isActive()) return;
    // The one that another start is about to replace: the server would refuse it.
    if (this.#beginning?.isPending) return this.#schedule(retryCheckMs);
    // Timers stood still: the computer slept, or the page was hidden. The server has ended it long ago.
    if (this.#unconfirmedMs() >= sessionLifeMs) return this.#expire();
    try {
      await this.#parts.ping(id);
      if (id !== this.#id) return;
      this.#confirm(id);
      this.#checked.emit();
    } catch (error) {
      if (id !== this.#id) return;
      if (hasType(error, 'playback-ended-by-expiry')) this.#expire();
      else if (this.#mayStillBeAlive(error)) this.#schedule(retryCheckMs);
      else this.#fail(error);
    }
  }

  /** Without an answer about the session, it counts as alive until it must have expired. */
  #mayStillBeAlive(error: unknown) {
    const isRefusal = isProblem(error) && error.status < 500 && error.status !== 429;
    return !isRefusal && retryCheckMs + this.#unconfirmedMs() < sessionLifeMs;
  }

  #expire() {
    // Play was pressed, and another one has been asked for.
    if (this.#beginning?.isPending) return;
    this.#forget();
    this.#expired.emit();
  }

  #fail(cause: unknown) {
    this.#forget();
    this.#failed.emit(new PlaybackCheckError({ cause }));
  }

  #forget() {
    this.#isLeft = false;
    this.#id = null;
    this.#beginning = null;
    clearTimeout(this.#timer);
  }
}
