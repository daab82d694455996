import { withHtml } from '../competitions/with-html.ts';
import type { Db } from '../db/database.ts';
import { aboutCompetition, answerOf, findByAddress } from './competition-page.ts';
import type { LoadPage } from './page.ts';
import { competitionPath } from './structured-data.ts';

/** So long after the event a search must not show how it ended. */
const hiddenMs = 48 * 3_600_000;

/** The results of a competition. What is served tells none: the client asks for them. */
export function resultsPage(db: Db): LoadPage {
  return async ({ competitionSlug = '' }, { now }) => {
    const found = await findByAddress(db, competitionSlug);
    if (found === undefined) return undefined;
    const path = `${competitionPath(found.slug)}/results`;
    if (found.slug !== competitionSlug) return { movedTo: path };
    const isOld = now.getTime() >= Date.parse(found.endDate) + hiddenMs;
    return {
      title: `Results · ${found.name}`,
      description: `How the fights of ${found.name} ended.`,
      path,
      pictureId: aboutCompetition(found).pictureId,
      isIndexed: found.status === 'public' && isOld,
      answers: [answerOf(withHtml(found))],
    };
  };
}
