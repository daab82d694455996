/** The screen of the device: its bars, its orientation in full screen, and whether it stays on. */

import { SystemBars, SystemBarsStyle } from '@capacitor/core';
import { ScreenOrientation } from '@capacitor/screen-orientation';
import { SplashScreen } from '@capacitor/splash-screen';
import { KeepAwake } from '@capacitor-community/keep-awake';

/** Text and icons of the bars stand out from the page behind them. */
export function followColorScheme(root = document.documentElement) {
  const show = () => {
    const style = root.dataset.mantineColorScheme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light;
    void SystemBars.setStyle({ style }).catch(() => {});
  };
  new MutationObserver(show).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
  show();
}

/** A webview turns no screen and hides no bars by itself. A device that cannot be turned stays as it is. */
export function followFullscreen() {
  const follow = () => {
    // An older iOS has none at all.
    const isFull = Boolean(document.fullscreenElement);
    void (isFull ? SystemBars.hide() : SystemBars.show()).catch(() => {});
    const turned = isFull ? ScreenOrientation.lock({ orientation: 'landscape' }) : ScreenOrientation.unlock();
    void turned.catch(() => {});
  };
  document.addEventListener('fullscreenchange', follow);
  // A page that was loaded again has not released what the one before it held.
  follow();
}

/** Asks the device only when something changes, and in order. */
export function createKeepAwake() {
  let isOn = false;
  // The page before this one, which was loaded again, may have asked for it.
  let asked: Promise<unknown> = KeepAwake.allowSleep().catch(() => {});
  return (isNeeded: boolean) => {
    if (isNeeded === isOn) return;
    isOn = isNeeded;
    asked = asked.then(() => (isNeeded ? KeepAwake.keepAwake() : KeepAwake.allowSleep())).catch(() => {});
  };
}

/** The splash covers the empty page, and nothing else. */
export function hideSplashWithFirstPage(page: HTMLElement | null) {
  const hide = () => void SplashScreen.hide().catch(() => {});
  if (!page || page.childElementCount > 0) return hide();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    hide();
  });
  observer.observe(page, { childList: true });
}
