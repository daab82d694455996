/**
 * What cannot wait for the app. It runs in the head, before the first paint and while the app is on its way, so it stays
 * small: no React, no player. It is a file of its own (`web/build/head-script.ts`), because the content security policy
 * allows no inline scripts.
 */
import { readMode, schemeOf, systemDark } from './app/scheme/color-mode.ts';
import { mayCall, parseSessionCookies } from './identity/sessions/session-cookies.ts';
import { beginsWithWatch, beginWatch, type Post } from './viewer/watching/head-start/first-watch.ts';
import { whenSeen } from './viewer/watching/head-start/when-seen.ts';

const { location } = window;

document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  schemeOf(readMode(), location.pathname, systemDark().matches),
);

// A rendered page is that of a visitor: `header.module.css` hides from others what is not theirs.
if (document.cookie.includes('identityToken=')) document.documentElement.dataset.signedIn = '';

// The browser's question whether to install the client comes once, perhaps before the app, which finds it here
// (`src/installing/install-prompt.ts`).
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.keptInstallPrompt = event;
});

// The tokens of the native shell are in its secure storage, which this script cannot read: the app asks there.
if (import.meta.env.MODE !== 'native' && beginsWithWatch(location))
  void whenSeen().then(() => {
    if (!mayCall(parseSessionCookies(document.cookie), Date.now())) return;
    window.begunWatch = beginWatch(location, { POST: post as unknown as Post });
  });

// The buttons of a rendered page are there before React listens. The app presses the last one again (`src/app/mount.tsx`).
window.keptPress = null;
document.addEventListener('click', keepPress, true);

function keepPress({ target }: Event) {
  const button = target instanceof Element ? target.closest<HTMLElement>('#root button') : null;
  if (button && window.keptPress !== undefined) window.keptPress = button;
}

/** The one call, without the client of the contract: what stands in the head delays the first paint of every page. */
async function post(path: string, { params, ...init }: RequestInit & { params: { query: object } }) {
  const query = new URLSearchParams(params.query as Record<string, string>);
  const response = await send(new Request(`${location.origin}${path}?${query}`, { ...init, method: 'POST' }));
  const body: unknown = await response.json();
  return response.ok ? { data: body } : { error: body };
}

/** Keeps what tells the server's time: the app reads it (`src/watching/begun-watch.ts`). */
async function send(request: Request) {
  const response = await fetch(request);
  window.firstAnswer = { headers: response.headers, cameAt: Date.now() };
  return response;
}
