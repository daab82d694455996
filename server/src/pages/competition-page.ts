import { listBouts } from '../bouts/bout.repository.ts';
import { findCompetition } from '../competitions/competition.repository.ts';
import { withHtml } from '../competitions/with-html.ts';
import type { Db } from '../db/database.ts';
import type { LoadPage } from './page.ts';
import { sharedPicturePath } from './picture-sources.ts';
import { competitionPath, sportsEvent } from './structured-data.ts';

/** The answer of its call, for the client. */
const path = '/api/v1/kickboxing/competitions/{competitionId}';
/** As the contract's `CompetitionId`; anything else is no competition, and not asked for. */
const idOrSlug = /^(?=.{1,255}$)[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/;

/** The page of a competition. By its id or an old slug it has moved. */
export function competitionPage(db: Db): LoadPage {
  return async ({ competitionSlug = '' }, context) => {
    const found = await findByAddress(db, competitionSlug);
    if (found === undefined) return undefined;
    if (found.slug !== competitionSlug) return { movedTo: competitionPath(found.slug) };
    const competition = withHtml(found);
    const bouts = await listBouts(db, competition.id);
    const isIndexed = competition.status === 'public';
    const card = {
      path: `${path}/bouts`,
      params: { path: { competitionId: competition.slug } },
      body: { data: bouts, total: bouts.length },
    };
    return {
      ...aboutCompetition(competition),
      sharedPicture: facesOf(bouts),
      showsPicture: true,
      isIndexed,
      structuredData: isIndexed ? [sportsEvent(competition, bouts, context)] : [],
      rendering: 'competition',
      answers: [answerOf(competition), card],
    };
  };
}

export function answerOf(competition: { slug: string }) {
  return { path, params: { path: { competitionId: competition.slug } }, body: competition };
}

/** @returns undefined for what viewers cannot open: a draft, and what does not exist. */
export async function findByAddress(db: Db, competition: string) {
  return idOrSlug.test(competition) ? findCompetition(db, competition, 'live streams') : undefined;
}

interface Corner {
  fighter: { pictureId: string | null } | null;
}

/** Of the main event: the last bout that is not cancelled. */
function facesOf(bouts: readonly { status: string; red: Corner; blue: Corner }[]) {
  const main = bouts.findLast(({ status }) => status !== 'cancelled');
  return main && sharedPicturePath([main.red, main.blue].map(({ fighter }) => fighter?.pictureId ?? null));
}

type Found = NonNullable<Awaited<ReturnType<typeof findByAddress>>>;

/** What its page and its watch pages say of it. */
export function aboutCompetition({
  name,
  slug,
  description,
  startDate,
  timezone,
  location,
  pictureId,
}: Found) {
  const place = [location.name, location.cityName ?? location.countryName].filter(Boolean).join(', ');
  const when = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timezone,
  }).format(new Date(startDate));
  return {
    title: name,
    description: [description, [when, place].filter(Boolean).join(' · ')].filter(Boolean).join(' '),
    path: competitionPath(slug),
    pictureId: pictureId ?? undefined,
  };
}
