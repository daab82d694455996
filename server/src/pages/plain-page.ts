import type { LoadPage, ServedPage } from './page.ts';

/** A page that says the same to everybody at all times, and whose client asks for the data itself. */
export function plainPage(
  page: Pick<ServedPage, 'title' | 'description' | 'path'> & { isIndexed?: boolean },
): LoadPage {
  return async () => ({ isIndexed: true, answers: [], ...page });
}
