import { blockToShow, findBlock } from '@ringside/openapi/checks/card';
import { withHtml } from '../competitions/with-html.ts';
import type { Db } from '../db/database.ts';
import { aboutCompetition, answerOf, findByAddress } from './competition-page.ts';
import { type DrawnBlock, drawWatch } from './drawing/draw-watch.ts';
import type { LoadPage } from './page.ts';
import { competitionPath } from './structured-data.ts';

/** A watch page. It says what it is a page of, and leads search engines to the page of the competition. */
export function watchPage(db: Db): LoadPage {
  return async ({ competitionSlug = '', blockSlug = '' }, { now, query, isSignedIn }) => {
    const found = await findByAddress(db, competitionSlug);
    if (found === undefined) return undefined;
    const isBlockPage = blockSlug !== 'live';
    // They come with their streams.
    const blocks = (found.blocks ?? []) as Array<{ liveStreams?: unknown }> as DrawnBlock[];
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
      ...(block && !isSignedIn
        ? {
            drawing: {
              page: 'watch' as const,
              draw: (paint) => drawWatch(paint, { event: competition, block, chosenId, isBlockPage, now }),
            },
          }
        : {}),
      answers: [answerOf(competition)],
    };
  };
}
