import { native } from '../native.ts';
import { installPrompt } from './install-prompt.ts';

/** `prompt`: the browser asks. `words`: only the viewer can do it, by a menu of the browser. Null: there is no way. */
export type InstallWay = 'prompt' | 'words' | null;

export function installWay(): InstallWay {
  if (native().isNative || isInstalled()) return null;
  if (installPrompt.get()) return 'prompt';
  return isSafariOnIos() ? 'words' : null;
}

/** This window is the installed client. */
function isInstalled() {
  const isOnHomeScreen = (navigator as { standalone?: boolean }).standalone === true;
  return isOnHomeScreen || window.matchMedia('(display-mode: standalone)').matches;
}

/** Not the browsers inside of other apps, which cannot add anything to the home screen. */
function isSafariOnIos() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  const isApple = /iP(?:hone|ad|od)/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
  return isApple && /Version\/[\d.]+.* Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|GSA/.test(userAgent);
}
