/** How rows of texts become bouts. Pure: what it needs of the database comes in. */
import { mostBouts } from '../bouts.rules.ts';
import {
  CellFault,
  type Column,
  isInvisible,
  readCountries,
  readName,
  readOrder,
  readRounds,
  readWeight,
} from './cells.rules.ts';

export interface ImportRow {
  order?: string | undefined;
  block?: string | undefined;
  red?: string | undefined;
  blue?: string | undefined;
  weight?: string | undefined;
  rounds?: string | undefined;
  title?: string | undefined;
  country?: string | undefined;
  redChoice?: string | undefined;
  blueChoice?: string | undefined;
}

interface Person {
  id: string;
  name: string;
  nickname: string | null;
  countryCode: string | null;
  gym: string | null;
  bouts: number;
}

interface CardBlock {
  id: string;
  name: string;
  slug: string;
  bouts: number;
}

export interface Known {
  blocks: readonly CardBlock[];
  /** By the name as it was typed. */
  named: ReadonlyMap<string, readonly Person[]>;
  alike: ReadonlyMap<string, readonly Person[]>;
  /** By the id that was chosen, in lower case. */
  chosen: ReadonlyMap<string, Person>;
  pairs: readonly { redFighterId: string | null; blueFighterId: string | null }[];
}

export interface ReadCorner {
  state: 'open' | 'known' | 'new' | 'unsure';
  name: string | null;
  countryCode: string | null;
  fighterId: string | null;
  candidates: Person[];
}

export interface ReadRow {
  block: CardBlock | undefined;
  order: number | null;
  red: ReadCorner;
  blue: ReadCorner;
  weightClass: string | null;
  weightLimitKg: number | null;
  isCatchweight: boolean;
  rounds: number;
  roundSeconds: number;
  title: string | null;
  issues: { column: Column; detail: string }[];
}

const corners = ['red', 'blue'] as const;
const onCard = 'This bout is on the card already.';
const twice = 'This bout is in the rows twice.';

/** The names that the rows need; each once. */
export function namesIn(rows: readonly ImportRow[]): string[] {
  const names = rows.flatMap((row) => corners.map((corner) => readName(row[corner] ?? '')));
  return [...new Set(names.filter((name) => name !== null))];
}

/** The ids that were chosen, in lower case. */
export function choicesIn(rows: readonly ImportRow[]): string[] {
  const choices = rows.flatMap(({ redChoice, blueChoice }) => [redChoice, blueChoice]);
  return [...new Set(choices.filter((choice) => choice !== undefined && choice !== 'new'))].map((id) =>
    (id as string).toLowerCase(),
  );
}

export function readRows(rows: readonly ImportRow[], known: Known): ReadRow[] {
  const counts = new Map(known.blocks.map(({ id, bouts }) => [id, bouts]));
  const fought = new Set(known.pairs.map((pair) => pairOf(pair.redFighterId, pair.blueFighterId)));
  const before = new Set(fought);
  const reads = rows.map((row) => readRow(row, known));
  completeCountries(reads);
  return reads.map((read) => {
    const { block, red, blue, issues } = read;
    const [redKey, blueKey] = [keyOf(red), keyOf(blue)];
    const pair = pairOf(redKey, blueKey);
    if (redKey !== null && redKey === blueKey)
      issues.push({ column: 'blue', detail: 'This fighter stands in the other corner.' });
    else if (pair !== null && fought.has(pair))
      issues.push({ column: 'red', detail: before.has(pair) ? onCard : twice });
    fought.add(pair);
    if (block) {
      const count = (counts.get(block.id) ?? 0) + 1;
      counts.set(block.id, count);
      if (count > mostBouts)
        issues.push({ column: 'block', detail: `A block has at most ${mostBouts} bouts.` });
    }
    return read;
  });
}

/** Who is new is one person in all rows: a country that stands in one of them is that of the others. */
function completeCountries(reads: readonly ReadRow[]): void {
  const byName = Map.groupBy(
    reads.flatMap(({ red, blue }) => [red, blue]).filter(({ state }) => state === 'new'),
    ({ name }) => foldName(name ?? ''),
  );
  for (const alike of byName.values()) {
    const [code, ...others] = new Set(alike.flatMap(({ countryCode }) => countryCode ?? []));
    if (code === undefined || others.length > 0) continue;
    for (const corner of alike) corner.countryCode = code;
  }
}

/** Who is meant, known or not; null where that is open. */
export function keyOf({ state, fighterId, name, countryCode }: ReadCorner): string | null {
  if (state === 'known') return fighterId;
  return state === 'new' ? `${foldName(name ?? '')} ${countryCode ?? ''}` : null;
}

const pairOf = (red: string | null, blue: string | null) =>
  red === null || blue === null ? null : [red, blue].toSorted().join(' ');

function readRow(row: ImportRow, known: Known): ReadRow {
  const issues: ReadRow['issues'] = [];
  function of<Value>(column: Column, value: Value | CellFault, otherwise: Value): Value {
    if (!(value instanceof CellFault)) return value;
    issues.push({ column, detail: value.detail });
    return otherwise;
  }
  const noWeight = { weightClass: null, weightLimitKg: null, isCatchweight: false };
  const countries = of('country', readCountries(row.country ?? ''), { red: null, blue: null });
  const corner = (side: 'red' | 'blue') =>
    of(side, readCorner(row[side] ?? '', row[`${side}Choice`], countries[side], known), open);
  return {
    order: of('order', readOrder(row.order ?? ''), null),
    block: of('block', findBlock(row.block ?? '', known.blocks), undefined),
    red: corner('red'),
    blue: corner('blue'),
    ...of('weight', readWeight(row.weight ?? ''), noWeight),
    ...of('rounds', readRounds(row.rounds ?? ''), { rounds: 3, roundSeconds: 180 }),
    title: row.title || null,
    issues,
  };
}

function findBlock(cell: string, blocks: readonly CardBlock[]): CardBlock | undefined | CellFault {
  const [only, ...others] = blocks;
  if (only === undefined) return new CellFault('The event has no block yet.');
  if (cell === '' && others.length === 0) return only;
  const found = blocks.find(
    ({ name, slug }) => foldName(name) === foldName(cell) || slug === cell.toLowerCase(),
  );
  const names = blocks.map(({ name }) => name).join(', ');
  return found ?? new CellFault(`Write the name of a block of the event: ${names}.`);
}

const open: ReadCorner = { state: 'open', name: null, countryCode: null, fighterId: null, candidates: [] };

/** A name decides only if it is that of one fighter, whose country is not another one. */
function readCorner(
  cell: string,
  choice: string | undefined,
  countryCode: string | null,
  { named, alike, chosen }: Known,
): ReadCorner | CellFault {
  if (isInvisible(cell)) return new CellFault('Must have a character that can be seen.');
  const name = readName(cell);
  if (name === null) return open;
  const called = named.get(name) ?? [];
  const candidates = [...(called.length > 0 ? called : (alike.get(name) ?? []))];
  const nobody = { name, countryCode, fighterId: null };
  if (choice === 'new') return { ...nobody, state: 'new', candidates };
  if (choice !== undefined) {
    const fighter = chosen.get(choice.toLowerCase());
    if (fighter === undefined) return new CellFault('There is no such fighter any more. Choose another one.');
    return knownAs(fighter, candidates);
  }
  const fits = called.filter(
    (fighter) => countryCode === null || fighter.countryCode === null || fighter.countryCode === countryCode,
  );
  const sure = fits.filter((fighter) => countryCode !== null && fighter.countryCode === countryCode);
  const [one, ...others] = sure.length > 0 ? sure : fits;
  if (one && others.length === 0) return knownAs(one, candidates);
  return { ...nobody, state: candidates.length > 0 ? 'unsure' : 'new', candidates };
}

const knownAs = ({ id, name, countryCode }: Person, candidates: Person[]): ReadCorner => ({
  state: 'known',
  name,
  countryCode,
  fighterId: id,
  candidates: candidates.length > 1 || candidates.some((other) => other.id !== id) ? candidates : [],
});

/** As `fold_text` of the database, near enough for names that were typed in one go. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim();
}

/** As they will stand on the card: in a block by their numbers, those without one at the end. */
export function inOrder(rows: readonly ReadRow[]): ReadRow[] {
  const place = ({ order }: ReadRow) => order ?? Number.POSITIVE_INFINITY;
  return rows
    .map((row, index) => ({ row, index }))
    .toSorted((a, b) => (place(a.row) === place(b.row) ? a.index - b.index : place(a.row) - place(b.row)))
    .map(({ row }) => row);
}
