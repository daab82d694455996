/** The card of the demo's fight night. All fighters are invented. */
import type { NewBoutRow } from '../bouts/bouts.tables.ts';
import { slugOf } from '../fighters/fighters.rules.ts';
import type { NewFighterRow } from '../fighters/fighters.tables.ts';

type DemoFighter = [
  name: string,
  countryCode: string,
  record: [wins: number, losses: number, draws: number, knockouts: number],
  more?: Partial<NewFighterRow>,
];

/** In pairs, red and blue, from the first bout to the title fight. */
const fighters: DemoFighter[] = [
  ['Milo Verbeek', 'NL', [3, 1, 0, 1]],
  ['Aras Demirkan', 'TR', [2, 2, 0, 2]],
  ['Lotte van Houtum', 'NL', [7, 0, 1, 3], { nickname: 'The Tide', stance: 'southpaw' }],
  ['Inês Cordeira', 'PT', [6, 2, 0, 1]],
  ['Dragan Vukelja', 'RS', [11, 4, 0, 7]],
  ['Sami Lindqvaara', 'FI', [9, 3, 1, 4]],
  ['Youri Azzouni', 'MA', [14, 2, 0, 6], { nickname: 'Clockwork' }],
  ['Callum Brannoch', 'GB', [12, 5, 2, 5]],
  ['Petra Halvorska', 'CZ', [10, 1, 0, 4], { stance: 'switch' }],
  ['Marit Ødegaarden', 'NO', [8, 2, 0, 2]],
  ['Enzo Marchetieri', 'IT', [16, 6, 1, 9]],
  ['Kofi Asantewah', 'GH', [13, 3, 0, 10], { nickname: 'Thunder' }],
  ['Tomás Varga', 'HU', [18, 4, 2, 8]],
  ['Bruno Castelheiro', 'BR', [20, 7, 0, 12]],
  ['Hana Kurosaki', 'JP', [15, 2, 1, 5], { nickname: 'Paper Crane', stance: 'southpaw' }],
  ['Fleur Dumontrieux', 'FR', [12, 3, 0, 3]],
  [
    'Noor Haddad',
    'NL',
    [21, 3, 1, 11],
    {
      nickname: 'The Compass',
      birthDate: '1999-03-14',
      heightCm: 181,
      reachCm: 186,
      stance: 'southpaw',
      gym: 'Kadeweg Kickboxing',
    },
  ],
  [
    'Jens Okafor',
    'DE',
    [24, 5, 0, 15],
    {
      nickname: 'The Pilot',
      birthDate: '1996-08-02',
      heightCm: 178,
      reachCm: 184,
      stance: 'orthodox',
      gym: 'Hafen Gym',
    },
  ],
];

type Terms = Pick<NewBoutRow, 'weightClass' | 'weightLimitKg'> & Partial<NewBoutRow>;

const terms: Terms[] = [
  { weightClass: 'Bantamweight', weightLimitKg: 61.5 },
  { weightClass: 'Women’s flyweight', weightLimitKg: 56 },
  { weightClass: 'Light heavyweight', weightLimitKg: 85 },
  { weightClass: 'Welterweight', weightLimitKg: 77 },
  { weightClass: 'Women’s bantamweight', weightLimitKg: 60 },
  { weightClass: 'Middleweight', weightLimitKg: 81 },
  { weightClass: 'Welterweight', weightLimitKg: 77, hasExtraRound: true },
  { weightClass: 'Women’s strawweight', weightLimitKg: 52 },
  { weightClass: 'Lightweight', weightLimitKg: 70, rounds: 5, title: 'Ringside lightweight title' },
];
const undercard = 4;

const id = (kind: string, index: number) =>
  `5f0a7c10-${kind}-4000-8000-${String(index + 1).padStart(12, '0')}`;

export const demoFighters: Array<NewFighterRow & { id: string; pictureId: string }> = fighters.map(
  ([name, countryCode, [wins, losses, draws, knockouts], more], index) => ({
    id: id('000f', index),
    name,
    slug: slugOf(name),
    countryCode,
    record: { wins, losses, draws, noContests: 0, knockouts, countedUntil: null },
    ...more,
    pictureId: id('001f', index),
  }),
);

/** @param blocks the ids of the undercard and of the main card. */
export function demoBouts([first, main]: readonly [string, string]): NewBoutRow[] {
  return terms.map((bout, index) => ({
    id: id('000b', index),
    blockId: index < undercard ? first : main,
    position: index + 1,
    redFighterId: id('000f', 2 * index),
    blueFighterId: id('000f', 2 * index + 1),
    ...bout,
  }));
}
