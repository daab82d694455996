/**
 * The viewer's session, a plain store over the readable cookies. Terms: the *access token* opens the API for
 * minutes, the *refresh token* buys the next pair once. Every tab looks every 30 seconds whether it is time
 * to refresh; all calls of a tab share one refresh, and the tabs take turns (`withLock`), since a refresh
 * token works only once. It does not decide what anybody may do: that is the server's.
 */
import { createStore } from '../../store.ts';
import { clearingCookies, parseSessionCookies } from './session-cookies.ts';

/** Specification, section 9. */
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
  /** The HTTP status of the refresh call; throws when there was no answer. */
  requestRefresh: (remember: boolean) => Promise<number>;
  requestLogout: () => Promise<unknown>;
  /** Runs one task at a time across the tabs of this browser. */
  withLock: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs that the cookies have changed. */
  announce: () => void;
  /** False while the browser knows that it has no network, and while the page is being left. */
  canCall: () => boolean;
}

const loggedOut: SessionState = { isLoggedIn: false, name: '', email: '', permissions: [] };

export function createSession(parts: SessionParts) {
  const store = createStore(loggedOut);
  let flight: Promise<boolean> | undefined;

  const cookies = () => parseSessionCookies(parts.readCookies());
  const accessLeftMs = () => cookies().accessTokenExpiresAt - parts.now();

  /** Reads the cookies again; listeners hear of it only when something has changed. */
  function read(): SessionState {
    const { identity, refreshTokenExpiresAt } = cookies();
    const holds = identity !== undefined && refreshTokenExpiresAt - parts.now() >= loggedOutBelowMs;
    const next = holds ? { isLoggedIn: true, ...identity } : loggedOut;
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
    return store.get();
  }

  /** After a login or a refresh: the server has set other cookies. */
  function changed() {
    read();
    parts.announce();
  }

  function forget() {
    for (const cookie of clearingCookies()) parts.writeCookie(cookie);
    changed();
  }

  /** The server is called and its errors are ignored; then the cookies are cleared (specification, section 4). */
  async function logout() {
    await parts.requestLogout().catch(() => undefined);
    forget();
  }

  /** A password change, an administrator or another device has ended it: nothing is left to refresh. */
  async function endedElsewhere() {
    if (read().isLoggedIn) await logout();
  }

  /** True when there is a fresh access token afterwards. Calls made meanwhile share the one that is under way. */
  function refresh(): Promise<boolean> {
    flight ??= parts.withLock(refreshNow).finally(() => {
      flight = undefined;
    });
    return flight;
  }

  async function refreshNow() {
    if (!read().isLoggedIn) return false;
    // Another tab may have refreshed while this one waited for its turn.
    if (accessLeftMs() > refreshSkippedAboveMs) return true;
    const before = cookies();
    const outcome = await askForTokens(before.remember);
    if (outcome === 'refreshed') {
      changed();
      return true;
    }
    if (outcome === 'unknown') return false;
    // Where tabs cannot take turns, a refused refresh may only mean that another one won the race.
    const hasNewTokens = cookies().accessTokenExpiresAt > before.accessTokenExpiresAt;
    if (hasNewTokens) return true;
    await logout();
    return false;
  }

  /** A call that was merely cancelled (page left, network known to be gone) says nothing about the session. */
  async function askForTokens(remember: boolean): Promise<'refreshed' | 'refused' | 'unknown'> {
    if (!parts.canCall()) return 'unknown';
    try {
      return (await parts.requestRefresh(remember)) === 200 ? 'refreshed' : 'refused';
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      return isCancelled || !parts.canCall() ? 'unknown' : 'refused';
    }
  }

  /** The check of every 30 seconds. */
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
