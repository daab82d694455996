/**
 * Pages that were just made, for the requests of the next second: rendering one costs more than all the rest of a request
 * (docs/decisions.md). Requests at one moment share one rendering, and each coding is compressed once.
 */
const keptMs = 1_000;
const mostPages = 500;
/** Longer addresses are not those of our links. */
const longestKey = 300;

/** @param now of the server. */
export function createKeptPages<Page>(now: () => Date) {
  const kept = new Map<string, { madeAt: number; page: Promise<Page> }>();
  return {
    /**
     * @param key of what the page depends on.
     * @param make a page that fails is not kept.
     */
    get(key: string, make: () => Promise<Page>): Promise<Page> {
      if (key.length > longestKey) return make();
      const at = now().getTime();
      const found = kept.get(key);
      // Also after a step of the clock, in either direction.
      if (found && Math.abs(at - found.madeAt) < keptMs) return found.page;
      const page = make();
      const entry = { madeAt: at, page };
      kept.delete(key);
      kept.set(key, entry);
      page.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > mostPages && oldest !== undefined) kept.delete(oldest);
      return page;
    },
  };
}
