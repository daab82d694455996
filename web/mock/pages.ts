/**
 * Every page of viewers, with the states that it can be in besides the usual one. The switch of the mock offers them, and
 * `e2e/mock/states.spec.ts` opens each and looks for its words.
 */
import { paths } from '../src/paths.ts';
import { accountPages } from './account-pages.ts';
import { findingPages } from './finding-pages.ts';
import type { MockPage } from './page-states.ts';
import { watchPages } from './watch-pages.ts';

export const mockPages: readonly MockPage[] = [...findingPages, ...watchPages, ...accountPages];

/** The page at an address, by the pattern of its route. */
export function pageAt(pathname: string): MockPage | undefined {
  return mockPages.find(({ path }) => {
    const pattern = paths[path].pattern.replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}/?$`).test(pathname);
  });
}
