/** The card of the demo's past night: bouts, bells on the clock of its film, and results by two signatures. */
import type { NewBellRow, NewBoutRow, NewResultRow } from '../bouts/bouts.tables.ts';
import type { Db } from '../db/database.ts';
import { epochMs } from '../media/origin/timeline.ts';
import { demoBellPrefix } from './demo-bells.ts';
import { demoAccounts } from './demo-data.ts';

type Outcome = Pick<NewResultRow, 'winner' | 'method'> &
  Pick<Partial<NewResultRow>, 'round' | 'seconds' | 'note'>;

interface PastBout {
  red: string;
  blue: string;
  terms: Pick<NewBoutRow, 'weightClass' | 'weightLimitKg'> & Partial<NewBoutRow>;
  outcome: Outcome;
  /** The points of the three judges, red and blue. */
  points?: readonly (readonly [number, number])[];
}

/** By slug; three in each session. */
const bouts: readonly PastBout[] = [
  {
    red: 'milo-verbeek',
    blue: 'sami-lindqvaara',
    terms: { weightClass: 'Bantamweight', weightLimitKg: 61.5 },
    outcome: { winner: 'red', method: 'decision-split', round: 3 },
    points: [
      [29, 28],
      [28, 29],
      [29, 28],
    ],
  },
  {
    red: 'lotte-van-houtum',
    blue: 'marit-odegaarden',
    terms: { weightClass: 'Women’s flyweight', weightLimitKg: 56 },
    outcome: { winner: 'draw', method: 'decision-majority', round: 3 },
    points: [
      [28, 28],
      [29, 28],
      [28, 28],
    ],
  },
  {
    red: 'dragan-vukelja',
    blue: 'callum-brannoch',
    terms: { weightClass: 'Light heavyweight', weightLimitKg: 85 },
    outcome: { winner: 'blue', method: 'tko', round: 2, seconds: 104 },
  },
  {
    red: 'petra-halvorska',
    blue: 'ines-cordeira',
    terms: { weightClass: 'Women’s bantamweight', weightLimitKg: 60 },
    outcome: { winner: 'red', method: 'decision-unanimous', round: 3 },
    points: [
      [30, 27],
      [29, 28],
      [30, 27],
    ],
  },
  {
    red: 'enzo-marchetieri',
    blue: 'tomas-varga',
    terms: { weightClass: 'Middleweight', weightLimitKg: 81 },
    outcome: {
      winner: 'none',
      method: 'no-contest',
      round: 1,
      seconds: 71,
      note: 'Accidental clash of heads.',
    },
  },
  {
    red: 'youri-azzouni',
    blue: 'kofi-asantewah',
    terms: { weightClass: 'Welterweight', weightLimitKg: 77, title: 'Open Ring final' },
    outcome: { winner: 'red', method: 'ko', round: 2, seconds: 52 },
  },
];

const perSession = 3;
/** The film is its first loops, two for a bout: in it a round ends at 14 seconds and begins at 17 (`demo-bells.ts`). */
const boutMs = 64_000;
const rung: readonly [kind: NewBellRow['kind'], round: number | null, ms: number][] = [
  ['round-start', 1, 17_000],
  ['round-end', 1, 46_000],
  ['round-start', 2, 49_000],
  ['over', null, 64_000],
];

const id = (kind: string, index: number) =>
  `5f0a7c10-${kind}-4000-8000-${String(index + 1).padStart(12, '0')}`;

interface Seed {
  /** The ids of both sessions. */
  blockIds: readonly [string, string];
  /** The ids of the fighters by their slugs. */
  fighterIds: ReadonlyMap<string, string>;
  /** When the results were signed. */
  signedAt: string;
}

function demoPastNight({ blockIds, fighterIds, signedAt }: Seed) {
  const known = bouts.map((bout, index) => ({
    ...bout,
    id: id('010b', index),
    place: index % perSession,
    blockId: blockIds[index < perSession ? 0 : 1],
    redId: fighterIds.get(bout.red),
    blueId: fighterIds.get(bout.blue),
  }));
  const boutRows: NewBoutRow[] = known.map(({ id: boutId, blockId, place, redId, blueId, terms }) => ({
    id: boutId,
    blockId,
    position: place + 1,
    redFighterId: redId ?? null,
    blueFighterId: blueId ?? null,
    ...terms,
  }));
  const bellRows = known.flatMap(({ id: boutId, place }, index) =>
    rung.map(([kind, round, ms], bell): Omit<NewBellRow, 'userId'> => {
      const at = new Date(epochMs + place * boutMs + ms).toISOString();
      const number = (0x0f_ff_00_00_00_00 + index * 0x10 + bell).toString(16).padStart(12, '0');
      return { id: `${demoBellPrefix}${number}`, boutId, kind, round, at, rungAt: at, undoneAt: null };
    }),
  );
  const resultRows = known.flatMap(({ id: boutId, redId, blueId, outcome, points = [] }, index) => {
    if (!redId || !blueId) return [];
    const judges = ['J. Vermeer', 'A. Lindholm', 'S. Okonjo'];
    const scorecards = points.map(([red, blue], judge) => ({ judge: judges[judge] ?? '', red, blue }));
    const row: NewResultRow = {
      id: id('01e5', index),
      boutId,
      version: 1,
      redFighterId: redId,
      blueFighterId: blueId,
      round: null,
      seconds: null,
      note: null,
      reason: null,
      ...outcome,
      scorecards: JSON.stringify(scorecards),
      signedBy: null,
      signedAt,
      confirmedBy: null,
      officialAt: signedAt,
    };
    return [row];
  });
  return { bouts: boutRows, bells: bellRows, results: resultRows };
}

/** Without the demo's accounts nobody has signed: the names are not known. */
export async function insertPastNight(trx: Db, seed: Seed): Promise<void> {
  const { bouts: boutRows, bells, results } = demoPastNight(seed);
  const [admin, , timekeeper, supervisor] = demoAccounts;
  const ids = [admin, timekeeper, supervisor].map((account) => String(account.id));
  const rows = await trx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  const userId = (account: { id: string }) => rows.find((row) => row.id === account.id)?.id ?? null;
  await trx.insertInto('bouts').values(boutRows).execute();
  await trx
    .insertInto('bells')
    .values(bells.map((bell) => ({ ...bell, userId: userId(timekeeper) })))
    .execute();
  const signed = { signedBy: userId(admin), confirmedBy: userId(supervisor) };
  await trx
    .insertInto('results')
    .values(results.map((result) => ({ ...result, ...signed })))
    .execute();
}
