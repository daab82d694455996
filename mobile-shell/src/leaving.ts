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

/** @throws when the browser could not be opened; the page is as if the person had come back. */
export async function openOutside(url: string) {
  isAway = true;
  try {
    await Browser.open({ url });
  } catch (error) {
    comeBack();
    throw error;
  }
}

/** The app says nothing more about it: the page can be used again. */
export function tryOutside(url: string) {
  void openOutside(url).catch(() => {});
}

/** Android has no such browser: it lies behind the app by then. */
export async function closeOutside() {
  await Browser.close().catch(() => {});
  // The system reports only a browser that the person has closed.
  comeBack();
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
      tryOutside(outside);
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
