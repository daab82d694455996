/**
 * The secret of this browser. The server shows a payment page and its state only to the browser that opened it; a link
 * proves nothing (docs/product.md, 24.4). All tabs share the key, so that two of them get one payment page.
 * A cookie of the server would not do: two tabs that buy at one moment would get two, and apps and other origins
 * have none. Scripts of the page can read the key; it opens nothing but the state of payments that this browser has
 * begun.
 */
import { isBrowser } from '../../config.ts';

const storageKey = 'ringside-checkout-key';
const keyBytes = 24;

/** For a browser without storage: it lasts until the page is left. */
let unstored: string | undefined;

export function checkoutKey(): string {
  // A rendered page is the same for everybody.
  if (!isBrowser) return '';
  try {
    const stored = window.localStorage.getItem(storageKey);
    if (stored !== null && isKey(stored)) return stored;
    window.localStorage.setItem(storageKey, newKey());
    // Another tab may have written in between: the last one counts for both.
    return window.localStorage.getItem(storageKey) ?? newKey();
  } catch {
    unstored ??= newKey();
    return unstored;
  }
}

const isKey = (text: string) => /^[A-Za-z0-9_-]{22,128}$/.test(text);

function newKey() {
  const bytes = window.crypto.getRandomValues(new Uint8Array(keyBytes));
  return window
    .btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
