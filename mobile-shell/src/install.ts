/**
 * The native shell behind `web/src/native.ts`: started before anything else of the client, by the build of the app alone
 * (`pnpm mobile:sync`). It is the only place that knows Capacitor.
 */
import './shell.css';
import { App } from '@capacitor/app';
import { Browser } from '@capacitor/browser';
import { Capacitor } from '@capacitor/core';
import { SplashScreen } from '@capacitor/splash-screen';
import { serverNow } from '../../web/src/clock.ts';
import { serverOrigin } from '../../web/src/config.ts';
import { installNative } from '../../web/src/native.ts';
import { followBackButton } from './back-button.ts';
import { createCalls } from './calls.ts';
import { comeBack, followOutsideLinks, offerShareSheet, openOutside } from './leaving.ts';
import { followNetwork } from './network.ts';
import { followLinks } from './opening.ts';
import { hasNativePlugin } from './plugins.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createKeepAwake, followColorScheme, followFullscreen, hideSplashWithFirstPage } from './screen.ts';
import { openTokens } from './tokens.ts';
import { openVault } from './vault.ts';

/** @returns false when the app cannot start; the page then says so. */
export async function installShell(): Promise<boolean> {
  const page = document.getElementById('root');
  hideSplashWithFirstPage(page);
  if (!hasNativePlugin('SecureStorage')) return refuse(page);
  const isIos = Capacitor.getPlatform() === 'ios';
  const vault = await openVault(isIos, window.localStorage);
  const tokens = await openTokens(vault);
  const send = (request: Request) => globalThis.fetch(request);
  const signInListeners = new Set<() => void>();
  const providers = createProviderSignIn({
    ...{ origin: serverOrigin, vault, tokens, send },
    openBrowser: openOutside,
    closeBrowser: () => Browser.close(),
  });
  // A passkey belongs to the site's own origin, which no page of the device has.
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  offerShareSheet();
  followOutsideLinks(serverOrigin);
  followFullscreen();
  followColorScheme();
  // Without them the app goes by what the webview says.
  await followNetwork().catch(() => {});
  if (!isIos) followBackButton();
  const onOpen = await followLinks({
    origin: serverOrigin,
    async finishSignIn(answer) {
      const path = await providers.finish(answer);
      if (path !== undefined) for (const listener of signInListeners) listener();
      return path;
    },
  });
  const activeListeners = followAppState();
  installNative({
    isNative: true,
    isIos,
    onActiveChange(callback) {
      activeListeners.add(callback);
      return () => activeListeners.delete(callback);
    },
    fetch: createCalls(tokens, serverOrigin, send, serverNow),
    session: {
      readCookies: tokens.asCookies,
      forget: () => void tokens.forget(),
      onSignIn: (callback) => signInListeners.add(callback),
    },
    keepAwake: createKeepAwake(),
    leaveTo: (url) => void openOutside(url),
    signInAt: providers.begin,
    onOpen,
  });
  return true;
}

function followAppState() {
  const listeners = new Set<(isActive: boolean) => void>();
  void App.addListener('appStateChange', ({ isActive }) => {
    for (const listener of listeners) listener(isActive);
    if (isActive) comeBack();
  });
  // iOS shows its browser inside of the app, which stays active.
  void Browser.addListener('browserFinished', comeBack);
  return listeners;
}

/** Without the native part, the plugin would keep the tokens in the storage of the webview. */
function refuse(page: HTMLElement | null) {
  const words = document.createElement('p');
  words.className = 'shell-refusal';
  words.setAttribute('role', 'alert');
  words.textContent =
    'Ringside cannot keep your sign-in safe on this device. Install the app again, or watch in a browser.';
  page?.replaceChildren(words);
  void SplashScreen.hide().catch(() => {});
  return false;
}
