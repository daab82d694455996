/**
 * Every route once: its pattern for the router and its address for links. This file imports nothing, so that every
 * area can import it.
 */
const segment = encodeURIComponent;

/** The query carries the page to return to after signing in. */
function withReturn(path: string, returnTo?: string) {
  return returnTo && returnTo !== '/' ? `${path}?${new URLSearchParams({ returnTo })}` : path;
}

export const paths = {
  home: { pattern: '/', href: () => '/' },
  schedule: { pattern: '/schedule', href: () => '/schedule' },
  replays: { pattern: '/replays', href: () => '/replays' },
  search: {
    pattern: '/search',
    href: (q = '') => (q === '' ? '/search' : `/search?${new URLSearchParams({ q })}`),
  },
  login: { pattern: '/auth/login', href: (returnTo?: string) => withReturn('/auth/login', returnTo) },
  logout: { pattern: '/auth/logout', href: () => '/auth/logout' },
  register: {
    pattern: '/auth/register',
    href: (returnTo?: string) => withReturn('/auth/register', returnTo),
  },
  forgotPassword: {
    pattern: '/auth/forgot-password',
    href: (returnTo?: string) => withReturn('/auth/forgot-password', returnTo),
  },
  /** The mails link to these three pages, to `notMe` and to `stopReminders`, with a token in the query. */
  acceptInvitation: { pattern: '/auth/accept-invitation', href: () => '/auth/accept-invitation' },
  resetPassword: { pattern: '/auth/reset-password', href: () => '/auth/reset-password' },
  verifyEmail: { pattern: '/auth/verify-email', href: () => '/auth/verify-email' },
  notMe: { pattern: '/auth/not-me', href: () => '/auth/not-me' },
  stopReminders: { pattern: '/auth/stop-reminders', href: () => '/auth/stop-reminders' },
  /** The payment page comes back here, with its own `checkoutId`. */
  checkout: {
    pattern: '/checkout',
    href: (query: { checkoutId?: string; returnTo?: string } = {}) => {
      const search = new URLSearchParams(query).toString();
      return search === '' ? '/checkout' : `/checkout?${search}`;
    },
  },
  account: { pattern: '/account', href: () => '/account' },
  profile: { pattern: '/account/profile', href: () => '/account/profile' },
  history: { pattern: '/account/history', href: () => '/account/history' },
  notifications: { pattern: '/account/notifications', href: () => '/account/notifications' },
  devices: { pattern: '/account/devices', href: () => '/account/devices' },
  tickets: { pattern: '/account/tickets', href: () => '/account/tickets' },
  security: { pattern: '/account/security', href: () => '/account/security' },
  adminLogin: {
    pattern: '/admin/auth/login',
    href: (returnTo?: string) => withReturn('/admin/auth/login', returnTo),
  },
  adminLogout: { pattern: '/admin/auth/logout', href: () => '/admin/auth/logout' },
  adminRegister: {
    pattern: '/admin/auth/register',
    href: (returnTo?: string) => withReturn('/admin/auth/register', returnTo),
  },
  admin: { pattern: '/admin', href: () => '/admin' },
  fighter: {
    pattern: '/fighters/:fighterSlug',
    href: (fighterSlug: string) => `/fighters/${segment(fighterSlug)}`,
  },
  competition: {
    pattern: '/competitions/:competitionSlug',
    href: (competitionSlug: string) => `/competitions/${segment(competitionSlug)}`,
  },
  live: {
    pattern: '/competitions/:competitionSlug/live',
    href: (competitionSlug: string) => `/competitions/${segment(competitionSlug)}/live`,
  },
  results: {
    pattern: '/competitions/:competitionSlug/results',
    href: (competitionSlug: string) => `/competitions/${segment(competitionSlug)}/results`,
  },
  block: {
    pattern: '/competitions/:competitionSlug/:blockSlug',
    href: (competitionSlug: string, blockSlug: string) =>
      `/competitions/${segment(competitionSlug)}/${segment(blockSlug)}`,
  },
} as const;

/** Matches the path of a watch page: the live page of a competition or the page of one block. */
const watchPagePattern = /^\/competitions\/([^/]+)\/(?!results\/?$)([^/]+)\/?$/;

/** The slugs in the path of a watch page; null for the path of any other page, and for one that cannot be decoded. */
export function watchPageSlugs(path: string) {
  const [, competitionSlug, blockSlug] = watchPagePattern.exec(path) ?? [];
  if (!competitionSlug || !blockSlug) return null;
  try {
    return {
      competitionSlug: decodeURIComponent(competitionSlug),
      blockSlug: decodeURIComponent(blockSlug),
    };
  } catch {
    return null;
  }
}

export function isWatchPage(path: string) {
  return watchPagePattern.test(path);
}

/**
 * The return path in a query; the fallback when it is missing or leads to another site (no open redirect). It is
 * read as the browser reads it: `\` is `/`, tabs are dropped, and dots are resolved. Only what comes out is judged,
 * because `/..//host` begins with one slash and becomes `//host`, another host.
 */
export function returnPath(search: string, fallback: string) {
  const wanted = new URLSearchParams(search).get('returnTo');
  if (!wanted?.startsWith('/')) return fallback;
  const { pathname, search: query, hash } = new URL(`https://this.site${wanted}`);
  return pathname.startsWith('//') ? fallback : `${pathname}${query}${hash}`;
}
