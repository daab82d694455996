/** Ways out of the app: other sites open in the system browser, and a page is shared by the sheet of the system. */
import { Browser } from '@capacitor/browser';
import { Share } from '@capacitor/share';

/** What the server has for browsers, and the admin area: it is no part of the app. */
const serverPaths = /^\/(?:api|docs|media|admin)(?:\/|$)/;

/** @returns the address to open outside; undefined for a link that the client follows itself. */
export function outsideAddress(href: string, { page, server }: { page: string; server: string }) {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isOwnPage = url.protocol === new URL(page).protocol && url.host === new URL(page).host;
  if (isOwnPage) {
    return serverPaths.test(url.pathname) ? `${server}${url.pathname}${url.search}${url.hash}` : undefined;
  }
  // Mail and telephone links have apps of their own, which the webview opens.
  return isWeb ? url.href : undefined;
}

let isAway = false;

export async function openOutside(url: string) {
  isAway = true;
  await Browser.open({ url });
}

/** To the client it is a return to a page that the browser has kept, as from a payment page. */
export function comeBack() {
  if (!isAway) return;
  isAway = false;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}

/** Before the router, which would take the link for one of its own. */
export function followOutsideLinks(server: string) {
  const page = window.location.href;
  window.addEventListener(
    'click',
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const outside = link && outsideAddress(link.href, { page, server });
      if (!outside) return;
      event.preventDefault();
      event.stopPropagation();
      void openOutside(outside);
    },
    { capture: true },
  );
}

/** A webview of Android has no `navigator.share`. */
export function offerShareSheet() {
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
}

async function share({ title, url }: ShareData) {
  try {
    await Share.share({ ...(title ? { title } : {}), ...(url ? { url } : {}) });
  } catch (error) {
    // The client says nothing when the person has changed their mind.
    const isCancelled = /cancel/i.test((error as Error).message);
    throw isCancelled ? new DOMException('The person has cancelled.', 'AbortError') : error;
  }
}
