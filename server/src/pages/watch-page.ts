import { blockToShow, findBlock } from '@ringside/rules/card';
import { withHtml } from '../competitions/with-html.ts';
import type { Db } from '../db/database.ts';
import { aboutCompetition, answerOf, findByAddress } from './competition-page.ts';
import type { LoadPage } from './page.ts';
import { competitionPath } from './structured-data.ts';

type CardBlock = Parameters<typeof blockToShow>[0]['blocks'][number] & { name: string; slug: string };

/** A watch page. It says what it is a page of, and leads search engines to the page of the competition. */
export function watchPage(db: Db): LoadPage {
  return async ({ competitionSlug = '', blockSlug = '' }, { now, query, isSignedIn }) => {
    const found = await findByAddress(db, competitionSlug);
    if (found === undefined) return undefined;
    const isBlockPage = blockSlug !== 'live';
    // They come with their streams.
    const blocks = (found.blocks ?? []) as Array<{ liveStreams?: unknown }> as CardBlock[];
    const competition = { ...withHtml(found), blocks };
    const chosenId = query.get('stream');
    const block = isBlockPage
      ? findBlock(competition, blockSlug)
      : blockToShow(competition, now.getTime(), { chosenId });
    if (block === undefined && isBlockPage) return undefined;
    if (found.slug !== competitionSlug)
      return { movedTo: `${competitionPath(found.slug)}/${encodeURIComponent(blockSlug)}` };
    return {
      ...aboutCompetition(found),
      title: block && isBlockPage ? `${block.name} · ${found.name}` : `${found.name} live`,
      showsPicture: !isSignedIn,
      isIndexed: found.status === 'public',
      differsBySignIn: true,
      // For a viewer the moving picture comes first (docs/product.md, 39.7).
      ...(isSignedIn ? {} : { rendering: 'watch' as const }),
      answers: [answerOf(competition)],
    };
  };
}
