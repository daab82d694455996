/**
 * The viewer's session, a plain store over the readable cookies. Terms: the *access token* authorises API calls for
 * some minutes; the *refresh token* is exchanged once for the next pair. Every tab checks every 30 seconds whether it
 * must refresh. All calls of a tab share one refresh, and only one tab refreshes at a time (`withLock`), because a
 * refresh token works only once. Permissions are checked by the server, not here.
 */
import { createStore } from '../../store.ts';
import { clearingCookies, parseSessionCookies } from './session-cookies.ts';

/** These three: docs/product.md, 9.8 */
export const refreshCheckMs = 30_000;
const refreshSkippedAboveMs = 30_000;
const loggedOutBelowMs = 10_000;

export interface SessionState {
  isLoggedIn: boolean;
  name: string;
  email: string;
  permissions: readonly string[];
}

export interface SessionParts {
  readCookies: () => string;
  writeCookie: (cookie: string) => void;
  now: () => number;
  /** Returns the HTTP status of the refresh call; rejects when there is no answer. */
  requestRefresh: (remember: boolean) => Promise<number>;
  requestLogout: () => Promise<unknown>;
  /** Runs one task at a time across the tabs of this browser. */
  withLock: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Informs the other tabs that the cookies have changed. */
  announce: () => void;
  /** False while the browser is offline and while the page is unloading. */
  canCall: () => boolean;
}

const loggedOut: SessionState = { isLoggedIn: false, name: '', email: '', permissions: [] };

export function createSession(parts: SessionParts) {
  const store = createStore(loggedOut);
  let pendingRefresh: Promise<boolean> | undefined;

  const cookies = () => parseSessionCookies(parts.readCookies());
  const accessLeftMs = () => cookies().accessTokenExpiresAt - parts.now();

  /** Reads the cookies again; listeners are called only when the state has changed. */
  function read(): SessionState {
    const { identity, refreshTokenExpiresAt } = cookies();
    const holds = identity !== undefined && refreshTokenExpiresAt - parts.now() >= loggedOutBelowMs;
    const next = holds ? { isLoggedIn: true, ...identity } : loggedOut;
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
    return store.get();
  }

  /** Call it after a login or a refresh: the server has set other cookies. */
  function changed() {
    read();
    parts.announce();
  }

  function forget() {
    for (const cookie of clearingCookies()) parts.writeCookie(cookie);
    changed();
  }

  /** Calls the server, ignores its errors and clears the cookies (docs/product.md, 9.10). */
  async function logout() {
    await parts.requestLogout().catch(() => undefined);
    forget();
  }

  /** Call it when a password change, an administrator or another device has ended the session. */
  async function endedElsewhere() {
    if (read().isLoggedIn) await logout();
  }

  /** Resolves with true when there is a fresh access token. Simultaneous calls share one refresh. */
  function refresh(): Promise<boolean> {
    pendingRefresh ??= parts.withLock(refreshNow).finally(() => {
      pendingRefresh = undefined;
    });
    return pendingRefresh;
  }

  async function refreshNow() {
    if (!read().isLoggedIn) return false;
    // Another tab may have refreshed while this one waited for the lock.
    if (accessLeftMs() > refreshSkippedAboveMs) return true;
    const before = cookies();
    const outcome = await requestTokens(before.remember);
    if (outcome === 'refreshed') {
      changed();
      return true;
    }
    if (outcome === 'unknown') return false;
    // Without a lock, a refused refresh may only mean that another tab has refreshed first.
    const hasNewTokens = cookies().accessTokenExpiresAt > before.accessTokenExpiresAt;
    if (hasNewTokens) return true;
    await logout();
    return false;
  }

  /** A cancelled call (page unloaded, browser offline) means nothing for the session: `unknown`. */
  async function requestTokens(remember: boolean): Promise<'refreshed' | 'refused' | 'unknown'> {
    if (!parts.canCall()) return 'unknown';
    try {
      return (await parts.requestRefresh(remember)) === 200 ? 'refreshed' : 'refused';
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      return isCancelled || !parts.canCall() ? 'unknown' : 'refused';
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
    refresh,
    logout,
    endedElsewhere,
    state: store.get,
    isAccessTokenExpired: () => read().isLoggedIn && accessLeftMs() <= 0,
    subscribe: store.subscribe,
  };
}
