/** Test data of cards. */
import type { Bout, BoutFighter } from '../viewer/bouts/bouts.queries.ts';

function fakeFighter(name: string, change: Partial<BoutFighter> = {}): BoutFighter {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    id: slug,
    slug,
    name,
    nickname: null,
    countryCode: null,
    pictureId: null,
    birthDate: null,
    heightCm: null,
    reachCm: null,
    stance: null,
    gym: null,
    record: null,
    ...change,
  };
}

/** Of the main card; an empty name is a corner to be announced. */
export function fakeBout(red: string, blue: string, change: Partial<Bout> = {}): Bout {
  const corner = (name: string) => ({ fighter: name === '' ? null : fakeFighter(name), weighIn: null });
  return {
    id: `${red}-${blue}`.toLowerCase().replaceAll(' ', '-'),
    blockId: 'main-card-id',
    position: 1,
    red: corner(red),
    blue: corner(blue),
    weightClass: null,
    weightLimitKg: null,
    isCatchweight: false,
    rules: 'k1',
    rulesText: null,
    rounds: 3,
    roundSeconds: 180,
    breakSeconds: 60,
    hasExtraRound: false,
    title: null,
    status: 'announced',
    statusReason: null,
    replacements: [],
    ...change,
  };
}
