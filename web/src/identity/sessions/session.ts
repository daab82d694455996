/**
 * The viewer's session, a plain store over the readable cookies. Terms: the *access token* authorises API calls for
 * some minutes; the *refresh token* is exchanged once for the next pair. Every tab checks every 30 seconds whether it
 * must refresh. All calls of a tab share one refresh, and only one tab refreshes at a time (`withLock`), because a
 * refresh token works only once. Permissions are checked by the server, not here.
 */
import { createStore } from '../../store.ts';
import { isSignedIn, parseSessionCookies } from './session-cookies.ts';

/** Both: docs/product.md, 9.8 */
export const refreshCheckMs = 30_000;
const refreshSkippedAboveMs = 30_000;
/** The waits before an expired access token is given up, while the server does not answer (docs/product.md, 9.9). */
const retryWaitsMs = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000];

/** `ended`: the sign-in has expired or was ended elsewhere; `unreachable`: the server could not renew it. */
export type SignOutReason = 'ended' | 'unreachable';

export interface SessionState {
  isLoggedIn: boolean;
  userId: string;
  name: string;
  email: string;
  permissions: readonly string[];
  /** Only after a sign-out that the viewer did not ask for. */
  endedBecause?: SignOutReason;
}

export interface SessionParts {
  readCookies: () => string;
  clearCookies: () => void;
  now: () => number;
  /**
   * Returns the HTTP status of the refresh call; rejects when there is no answer.
   * @param attempt the server answers a repeat with the same one, although the token works only once; empty for a server
   * that knows none.
   */
  requestRefresh: (remember: boolean, attempt: string) => Promise<number>;
  /**
   * Returns the name of the refresh that has no answer yet, or an empty text. The tabs share it, as they share the token.
   * @param written the new one.
   */
  attempt: (written?: string) => string;
  requestLogout: () => Promise<unknown>;
  /** Runs one task at a time across the tabs of this browser. */
  withLock: <Result>(task: () => Promise<Result>) => Promise<Result>;
  wait: (ms: number) => Promise<unknown>;
  /** Informs the other tabs that the cookies have changed. */
  announce: () => void;
  /** False while the browser is offline and while the page is unloading. */
  canCall: () => boolean;
}

export const signedOut: SessionState = {
  isLoggedIn: false,
  userId: '',
  name: '',
  email: '',
  permissions: [],
};

export function createSession(parts: SessionParts) {
  const store = createStore(signedOut);
  let pendingRefresh: Promise<boolean> | undefined;
  let endedBecause: SignOutReason | undefined;

  const cookies = () => parseSessionCookies(parts.readCookies());
  const accessLeftMs = () => cookies().accessTokenExpiresAt - parts.now();

  /** Reads the cookies again; listeners are called only when the state has changed. */
  function read(): SessionState {
    const found = cookies();
    const { identity } = found;
    const holds = identity !== undefined && isSignedIn(found, parts.now());
    if (holds) endedBecause = undefined;
    else if (identity !== undefined) endedBecause ??= 'ended';
    const nobody = endedBecause ? { ...signedOut, endedBecause } : signedOut;
    const next = holds ? { isLoggedIn: true, ...identity } : nobody;
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
    return store.get();
  }

  /** Call it after a login or a refresh: the server has set other cookies. */
  function changed() {
    read();
    parts.announce();
  }

  function forget() {
    parts.clearCookies();
    changed();
  }

  /** Calls the server, ignores its errors and clears the cookies (docs/product.md, 9.10). */
  async function logout(reason?: SignOutReason) {
    await parts.requestLogout().catch(() => undefined);
    endedBecause = reason;
    forget();
  }

  /** Call it when the viewer has ended the session by something else, such as a new password. */
  async function endedElsewhere() {
    if (read().isLoggedIn) await logout();
  }

  /** Call it when the server refuses a token that has not expired: somebody else has ended the session. */
  async function tokenRefused() {
    if (read().isLoggedIn) await logout('ended');
  }

  /** Resolves with true when there is a fresh access token. Simultaneous calls share one refresh. */
  function refresh(skippedAboveMs = refreshSkippedAboveMs): Promise<boolean> {
    pendingRefresh ??= parts
      .withLock(() => refreshNow(skippedAboveMs))
      .finally(() => {
        pendingRefresh = undefined;
      });
    return pendingRefresh;
  }

  /** Call it when the viewer has changed their name or address: the identity token still has the old one (30.40). */
  async function renew() {
    // What is on its way may have read the account before the change.
    await pendingRefresh;
    await refresh(Number.POSITIVE_INFINITY);
  }

  async function refreshNow(skippedAboveMs: number) {
    if (!read().isLoggedIn) return false;
    // Another tab may have refreshed while this one waited for the lock.
    if (accessLeftMs() > skippedAboveMs) return true;
    const before = cookies();
    const attempt = parts.attempt(parts.attempt() || crypto.getRandomValues(new Uint32Array(4)).join('-'));
    for (const waitMs of [...retryWaitsMs, 0]) {
      const outcome = await requestTokens(before.remember, attempt);
      if (outcome === 'refreshed') {
        parts.attempt('');
        changed();
      }
      // Without a lock, a refused refresh may only mean that another tab has refreshed first.
      const hasNewTokens = cookies().accessTokenExpiresAt > before.accessTokenExpiresAt;
      if (outcome === 'refreshed' || hasNewTokens) return true;
      // The viewer has signed out meanwhile, and knows why.
      if (outcome === 'cancelled' || !read().isLoggedIn) return false;
      if (outcome === 'refused') return logout('ended').then(() => false);
      // The access token still works. The next check tries again.
      if (accessLeftMs() > 0) return false;
      await parts.wait(waitMs);
    }
    await logout('unreachable');
    return false;
  }

  /**
   * A cancelled call (page unloaded, browser offline) means nothing for the session. Neither does a fault of the server
   * or of the network, as long as the access token works.
   */
  async function requestTokens(
    remember: boolean,
    attempt: string,
  ): Promise<'refreshed' | 'refused' | 'unreachable' | 'cancelled'> {
    if (!parts.canCall()) return 'cancelled';
    try {
      const status = await parts.requestRefresh(remember, attempt);
      if (status === 200) return 'refreshed';
      // A server of the version before, while servers are replaced one by one. It has not looked at the token.
      if (status === 400 && attempt) return requestTokens(remember, '');
      return status >= 500 || status === 429 || status === 408 ? 'unreachable' : 'refused';
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      return isCancelled || !parts.canCall() ? 'cancelled' : 'unreachable';
    }
  }

  /** Runs every 30 seconds. */
  async function check() {
    if (read().isLoggedIn && accessLeftMs() <= refreshSkippedAboveMs) await refresh();
  }

  return {
    read,
    changed,
    check,
    refresh: () => refresh(),
    renew,
    logout: () => logout(),
    endedElsewhere,
    tokenRefused,
    state: store.get,
    isAccessTokenExpired: () => read().isLoggedIn && accessLeftMs() <= 0,
    subscribe: store.subscribe,
  };
}
