import { findProfile } from '../competitions/finding/profile.repository.ts';
import type { Db } from '../db/database.ts';
import { anonymousSlug } from '../fighters/fighters.rules.ts';
import type { LoadPage } from './page.ts';
import { sharedPicturePath } from './picture-sources.ts';
import { countryName, fighterPath, person } from './structured-fighters.ts';

const path = '/api/v1/kickboxing/fighters/{fighterId}';
/** As the contract's `FighterIdOrSlug`; anything else is no fighter, and not asked for. */
const idOrSlug = /^(?=.{1,255}$)[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/;

/** The page of a fighter. By an id it has moved. Search engines list it once the fighter is on a public card, unless the name was taken away. */
export function fighterPage(db: Db): LoadPage {
  return async ({ fighterSlug = '' }, context) => {
    const fighter = idOrSlug.test(fighterSlug) ? await findProfile(db, fighterSlug) : undefined;
    if (fighter === undefined) return undefined;
    const { id, name, nickname, slug, countryCode, gym, pictureId, bouts } = fighter;
    if (slug !== fighterSlug) return { movedTo: fighterPath(slug) };
    const facts = ['Kickboxer', countryCode && countryName(countryCode), gym].filter(Boolean).join(', ');
    const isIndexed = bouts.length > 0 && slug !== anonymousSlug(id);
    return {
      title: name,
      description: `${nickname ? `${name}, “${nickname}”` : name}. ${facts}. Fights to come and to watch again, without results.`,
      path: fighterPath(slug),
      sharedPicture: sharedPicturePath([pictureId]),
      isIndexed,
      structuredData: isIndexed ? [person(fighter, context)] : [],
      rendering: 'fighter',
      answers: [{ path, params: { path: { fighterId: slug } }, body: fighter }],
    };
  };
}
