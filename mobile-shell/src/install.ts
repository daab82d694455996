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
import { endSession } from './end-session.ts';
import {
  closeOutside,
  comeBack,
  followOutsideLinks,
  offerShareSheet,
  openOutside,
  tryOutside,
} from './leaving.ts';
import { followNetwork } from './network.ts';
import { followLinks } from './opening.ts';
import { hasNativePlugin } from './plugins.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createPush } from './push.ts';
import { createKeepAwake, followColorScheme, followFullscreen, hideSplashWithFirstPage } from './screen.ts';
import { openTokens, type TokenStore } from './tokens.ts';
import { openVault, type Vault } from './vault.ts';

/** @returns false when the app cannot start; the page then says so. */
export async function installShell(): Promise<boolean> {
  const page = document.getElementById('root');
  hideSplashWithFirstPage(page);
  if (!hasNativePlugin('SecureStorage')) return refuse(page);
  const isIos = Capacitor.getPlatform() === 'ios';
  let vault: Vault;
  let tokens: TokenStore;
  try {
    vault = await openVault(isIos, window.localStorage);
    tokens = await openTokens(vault);
  } catch {
    return refuse(page);
  }
  const send = (request: Request) => globalThis.fetch(request);
  const signInListeners = new Set<() => void>();
  const providers = createProviderSignIn({
    origin: serverOrigin,
    vault,
    tokens,
    send,
    endSession: (replaced) => endSession(replaced, { origin: serverOrigin, send, now: serverNow }),
    openBrowser: openOutside,
    closeBrowser: closeOutside,
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
  const { follow, onOpen } = await followLinks({
    origin: serverOrigin,
    closeBrowser: closeOutside,
    async finishSignIn(answer) {
      const path = await providers.finish(answer);
      if (path !== undefined) for (const listener of signInListeners) listener();
      return path;
    },
  });
  const call = createCalls(tokens, serverOrigin, send, serverNow, () => renewPush());
  // An app without them starts all the same.
  const push = await createPush({
    origin: serverOrigin,
    vault,
    tokens,
    call,
    isIos,
    openLink: follow,
    async show(notice) {
      (await import('../../web/src/viewer/reminders/show-notice.tsx')).showNotice(notice);
    },
  }).catch(() => undefined);
  const renewPush = () => void push?.renew().catch(() => {});
  signInListeners.add(renewPush);
  renewPush();
  const { onActiveChange, onBackground } = followAppState();
  installNative({
    isNative: true,
    isIos,
    onActiveChange,
    onBackground,
    fetch: call,
    ...(push ? { push: push.adapter } : {}),
    session: {
      readCookies: tokens.asCookies,
      forget() {
        void tokens.forget();
        void push?.leave();
      },
      onSignIn: (callback) => signInListeners.add(callback),
    },
    keepAwake: createKeepAwake(),
    leaveTo: tryOutside,
    signInAt: providers.begin,
    onOpen,
  });
  return true;
}

function followAppState() {
  const active = createListeners<[isActive: boolean]>();
  const background = createListeners<[]>();
  void App.addListener('appStateChange', ({ isActive }) => {
    active.tell(isActive);
    if (isActive) comeBack();
  });
  // On iOS after `appStateChange`, and not for a call or Siri over the app.
  void App.addListener('pause', () => background.tell());
  // iOS shows its browser inside of the app, which stays active.
  void Browser.addListener('browserFinished', comeBack);
  return { onActiveChange: active.listen, onBackground: background.listen };
}

function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    listen(callback: (...args: Args) => void) {
      listeners.add(callback);
      return () => void listeners.delete(callback);
    },
    tell(...args: Args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** Nowhere else: without the native part, the plugin would keep the tokens in the storage of the webview. */
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
