import { api, connectSession } from '../../api/client.ts';
import { patience } from '../../api/patience.ts';
import { serverNow } from '../../clock.ts';
import { isBrowser } from '../../config.ts';
import { native } from '../../native.ts';
import { withTabLock } from '../../tab-lock.ts';
import { createSession, refreshCheckMs } from './session.ts';
import { clearingCookies } from './session-cookies.ts';

const channel =
  isBrowser && 'BroadcastChannel' in window ? new BroadcastChannel('ringside-session') : undefined;
let isLeaving = false;
if (isBrowser) {
  window.addEventListener('pagehide', () => {
    isLeaving = true;
  });
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

/** The session of this browser. */
export const session = createSession({
  readCookies: () => native().session?.readCookies() ?? (isBrowser ? document.cookie : ''),
  clearCookies,
  now: serverNow,
  requestRefresh: async (remember, named) => {
    const { response } = await api.POST('/api/v1/identity/auth/token/refresh', {
      body: { remember, ...(named ? { attempt: named } : {}) },
      ...patience(),
    });
    return response.status;
  },
  attempt(written) {
    try {
      if (written === undefined) return localStorage.ringsideRefresh ?? '';
      localStorage.ringsideRefresh = written;
    } catch {
      // Without storage, a refresh keeps its name only while it is tried.
    }
    return written ?? '';
  },
  requestLogout: () => api.GET('/api/v1/identity/auth/credentials/logout'),
  // Without locks, a tab that loses the race reads the other tab's cookies.
  withLock: (task) => withTabLock('ringside-refresh', task),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  announce: () => channel?.postMessage('changed'),
  canCall: () => navigator.onLine && !isLeaving,
});

/** Starts the checks; called once by the app. */
export function startSession() {
  connectSession(session);
  session.read();
  native().session?.onSignIn(session.changed);
  channel?.addEventListener('message', session.read);
  const check = () => void session.check();
  check();
  window.setInterval(check, refreshCheckMs);
  // Timers are suspended in the background, and checks need the network: check again afterwards.
  window.addEventListener('online', check);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

function clearCookies() {
  const shell = native().session;
  if (shell) return shell.forget();
  for (const cookie of clearingCookies()) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
    document.cookie = cookie;
  }
}
