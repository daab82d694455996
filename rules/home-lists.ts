/**
 * The lists of the home page, of the schedule, of the archive and of the search. The client asks for them, and the server puts the answers
 * into the page: both must mean the same call.
 */

/** The instant is rounded down to this step, so that a viewer who returns within it gets the cached lists. */
const stepMs = 5 * 60_000;

/** The instant that parts what has ended from what has not. */
export function splitInstant(nowMs: number): string {
  return new Date(Math.floor(nowMs / stepMs) * stepMs).toISOString();
}

/** As many as a rail shows before its link to everything. */
const railLimit = 12;

/** @returns the queries of `listCompetitions`. */
export function homeLists(instant: string) {
  return {
    /** What is live, then what comes, soonest first. One list, because it changes from one to the other with the clock. */
    current: { filter: { endDate: { gt: instant } }, order: ['startDate' as const], limit: 2 * railLimit },
    /** The latest replays. */
    past: { filter: { endDate: { lte: instant } }, order: ['-startDate' as const], limit: railLimit },
  };
}

/** As many as one page of the schedule or of the archive shows. */
export const foundPageSize = 24;

/** @returns for each page the filter of everything on it, and the query of the first page of its list. */
export function foundLists(instant: string) {
  const firstPage = { limit: foundPageSize, offset: 0 };
  const coming = { endDate: { gt: instant } };
  const over = { endDate: { lte: instant } };
  return {
    schedule: { whole: coming, list: { filter: coming, order: ['startDate' as const], ...firstPage } },
    replays: { whole: over, list: { filter: over, order: ['-startDate' as const], ...firstPage } },
  };
}

/** No words of a search are longer. */
const wordsLimit = 255;

/** No name has control characters, and the API refuses some of them. @returns a space in the place of each run of them. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** @param search of an address. @returns the words that it asks for; empty: none. */
export function searchedWords(search: URLSearchParams): string {
  return withoutControls(search.get('q') ?? '')
    .slice(0, wordsLimit)
    .trim();
}

/** Fighters and fights on the page of a search. */
const hitLimit = 12;

/** @returns what the words find, for the choices of the filters, the query of the first page of it, and that of fighters and fights. */
export function searchLists(q: string) {
  const whole = { q, filter: {} };
  return { whole, list: { ...whole, limit: foundPageSize, offset: 0 }, hits: { q, limit: hitLimit } };
}
