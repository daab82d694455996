/**
 * What the service worker keeps: the files of the app's shell, and the public lists of competitions as they were last
 * seen. Never tokens, playlists, segments, or an answer that is meant for one person (docs/product.md, 34.7).
 */

/** Under these prefixes nothing is a page of the client; the server has the same list in `client-files.ts`. */
const notPages = /^\/(api|demo|media|assets|docs|openapi|healthz|readyz|metrics)([/.?]|$)/;
export const schedulePath = '/api/v1/kickboxing/competitions';
const scheduleFields = ['startDate', 'endDate'];
const instants = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;

export function isPage({ pathname }: URL) {
  return !notPages.test(pathname) && !/\.\w+$/.test(pathname);
}

/**
 * The key of a list by time, such as what comes next; undefined for any other address. Lists that differ only in the
 * moment at which they were asked for have the same key, so that the newest replaces the older ones.
 */
export function scheduleKey({ origin, pathname, searchParams }: URL): string | undefined {
  if (pathname !== schedulePath) return undefined;
  const names = [...searchParams.keys()];
  if (names.some((name) => !['filter', 'order', 'limit', 'offset'].includes(name))) return undefined;
  try {
    const filter: unknown = JSON.parse(searchParams.get('filter') ?? '{}');
    if (Object.keys(filter as object).some((field) => !scheduleFields.includes(field))) return undefined;
  } catch {
    return undefined;
  }
  const asked = new URLSearchParams(searchParams);
  asked.sort();
  return `${origin}${pathname}?${decodeURIComponent(asked.toString()).replaceAll(instants, 'now')}`;
}

/** An answer that a cache may keep: the headers say when it is meant for one person. */
export function mayKeep({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>) {
  const isPrivate = /no-store|private/i.test(headers.get('Cache-Control') ?? '');
  return status === 200 && type === 'basic' && !isPrivate;
}
