import { homeLists, splitInstant } from '@ringside/rules/home-lists';
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
      path,
      params: { query },
      body: await listCompetitions(db, readListQuery(query), ''),
    });
    const [first, second] = await Promise.all([answer(current), answer(past)]);
    const isOver = ({ endDate }: { endDate: string }) => Date.parse(endDate) <= context.now.getTime();
    const competitions = first.body.data.filter((each) => !isOver(each));
    // As the client: the live competition, or else the next one (both begin first), or else the latest replay.
    const featured = competitions[0] ?? first.body.data.findLast(isOver) ?? second.body.data[0];
    return {
      title: 'Live kickboxing',
      description: 'Watch kickboxing live and as replays: fight nights, their cards and their broadcasts.',
      path: '/',
      pictureId: featured?.pictureId ?? undefined,
      showsPicture: true,
      isIndexed: true,
      structuredData: website(competitions.slice(0, listedCount), context),
      rendering: 'home',
      answers: [first, second],
    };
  };
}
