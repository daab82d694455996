/**
 * Where the focus goes when a dialog closes (docs/product.md, 20.32). Mantine returns it only when a dialog stays
 * mounted, and ours leave the page at once.
 */

/** What has opened the dialogs that are closing now; one may be inside another one of them. */
let openers: HTMLElement[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** What has the focus now and gets it back later. An item of a menu disappears, so the button of the menu does. */
export function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  // One dialog after another: the first one has left no focus behind.
  if (!(focused instanceof HTMLElement) || focused === document.body) return openers.at(-1) ?? null;
  const menu = focused.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** Waits until the dialog has left the page; does nothing when something else has taken the focus meanwhile. */
export function returnFocus(opener: HTMLElement | null) {
  if (opener) openers.push(opener);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const mayFocus = (opener: HTMLElement) => opener.isConnected && !opener.matches(':disabled');
    const target = openers.findLast(mayFocus) ?? document.getElementById('content');
    openers = [];
    if (document.activeElement === null || document.activeElement === document.body) {
      target?.focus({ preventScroll: true });
    }
  });
}
