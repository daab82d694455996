/** Links from outside: what another app, a mail or a browser opens this app with. Anybody may send one. */

export const customScheme = 'ringside';
const appHost = 'app';
const signInPath = '/sign-in';
/** The same as an address of the site, which the system opens in the app. */
const signInPageOfSite = '/app/sign-in';

/** Where a provider's sign-in comes back to. */
export const signInUrl = `${customScheme}://${appHost}${signInPath}`;

/** A page of the client, or the way back from a sign-in provider. */
export type AppLink = { kind: 'page'; path: string } | { kind: 'sign-in'; answer: URLSearchParams };

const longestLink = 4096;

/** Pages that only show something. No link from outside signs out, changes an account or opens the admin area. */
const openPages =
  /^\/(?:|schedule|replays|search|checkout|competitions\/[^/]+(?:\/[^/]+)?\/?|fighters\/[^/]+|account\/tickets)$/;

/** @returns undefined for a link that does not belong to this app. */
export function readLink(text: string, siteOrigin: string): AppLink | undefined {
  if (text.length > longestLink || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isCustom = url.protocol === `${customScheme}:` && url.host === appHost;
  if (!isCustom && url.origin !== siteOrigin) return undefined;
  if (url.pathname === (isCustom ? signInPath : signInPageOfSite))
    return { kind: 'sign-in', answer: url.searchParams };
  // Read again as a page of this site: a scheme of our own does not resolve dots and backslashes as https does.
  const { pathname, search, hash } = new URL(`https://this.site${url.pathname}${url.search}${url.hash}`);
  return openPages.test(pathname) ? { kind: 'page', path: `${pathname}${search}${hash}` } : undefined;
}
