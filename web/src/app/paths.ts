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
  login: { pattern: '/auth/login', href: (returnTo?: string) => withReturn('/auth/login', returnTo) },
  logout: { pattern: '/auth/logout', href: () => '/auth/logout' },
  register: {
    pattern: '/auth/register',
    href: (returnTo?: string) => withReturn('/auth/register', returnTo),
  },
  forgotPassword: { pattern: '/auth/forgot-password', href: () => '/auth/forgot-password' },
  /** The mails link to these two pages, with a token in the query. */
  resetPassword: { pattern: '/auth/reset-password', href: () => '/auth/reset-password' },
  verifyEmail: { pattern: '/auth/verify-email', href: () => '/auth/verify-email' },
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
  competition: {
    pattern: '/competitions/:competitionSlug',
    href: (competitionSlug: string) => `/competitions/${segment(competitionSlug)}`,
  },
  live: {
    pattern: '/competitions/:competitionSlug/live',
    href: (competitionSlug: string) => `/competitions/${segment(competitionSlug)}/live`,
  },
  block: {
    pattern: '/competitions/:competitionSlug/:blockSlug',
    href: (competitionSlug: string, blockSlug: string) =>
      `/competitions/${segment(competitionSlug)}/${segment(blockSlug)}`,
  },
} as const;

/** Matches the path of a watch page: the live page of a competition or the page of one block. */
export const watchPagePattern = /^\/competitions\/([^/]+)\/([^/]+)\/?$/;

/** The slugs in the path of a watch page; null for the path of any other page. */
export function watchPageSlugs(path: string) {
  const [, competitionSlug, blockSlug] = watchPagePattern.exec(path) ?? [];
  if (!competitionSlug || !blockSlug) return null;
  return {
    competitionSlug: decodeURIComponent(competitionSlug),
    blockSlug: decodeURIComponent(blockSlug),
  };
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
