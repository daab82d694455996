/**
 * The only access to the native shell. A browser gets defaults that do nothing; the shell replaces them at start by
 * `installNative`, so that no area imports Capacitor.
 */
export interface Native {
  isNative: boolean;
  /** iOS pauses the video when the app goes to the background (docs/product.md, 16.12). */
  isIos: boolean;
  /** Calls back with false when the app becomes inactive and true when it is active again. */
  onActiveChange: (callback: (isActive: boolean) => void) => () => void;
}

const browser: Native = { isNative: false, isIos: false, onActiveChange: () => () => {} };
let current = browser;

export function native(): Native {
  return current;
}

export function installNative(shell: Native) {
  current = shell;
}
