import { homeLists, splitInstant } from '@ringside/openapi/checks/home-lists';
import { listCompetitions } from '../competitions/competition-list.repository.ts';
import type { Db } from '../db/database.ts';
import { readListQuery } from '../lists/list-query.ts';
import type { LoadPage } from './page.ts';
import { website } from './structured-data.ts';

const path = '/api/v1/kickboxing/competitions';
/** Search engines look at the first few of a list. */
const listedCount = 20;

/** The home page with its two lists. */
export function homePage(db: Db): LoadPage {
  return async (_, context) => {
    const { current, past } = homeLists(splitInstant(context.now.getTime()));
    const answer = async (query: typeof current | typeof past) => ({
      ...{ path, params: { query } },
      body: await listCompetitions(db, readListQuery(query), ''),
    });
    const [first, second] = await Promise.all([answer(current), answer(past)]);
    const competitions = first.body.data.filter(({ endDate }) => Date.parse(endDate) > context.now.getTime());
    return {
      title: 'Live kickboxing',
      description: 'Watch kickboxing live and as replays: fight nights, their cards and their broadcasts.',
      path: '/',
      // The client features the live competition, or else the next one: both begin first.
      pictureId: competitions[0]?.pictureId ?? undefined,
      showsPicture: true,
      isIndexed: true,
      structuredData: website(competitions.slice(0, listedCount), context),
      answers: [first, second],
    };
  };
}
