/**
 * Which test files run in which tier, on which engine. A file says what is unusual about it in its first comment:
 *
 *   @tier test     `pnpm check` leaves it out: a test of one file that takes seconds
 *   @tier all      only `pnpm test:all` runs it: real encoders and players, faults, long loads
 *   @engine both   `pnpm test` runs it on PGlite too where a PostgreSQL is named: what it proves differs between them
 *   @engine one    `pnpm test:all` runs it on one engine only, PostgreSQL where one is named
 *   @engine postgres, @engine pglite    it is about this one
 *   @clocks apart  `pnpm test:all` runs it once more on two servers whose machine clocks are 90 s apart
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `rest` is what `all` has and `test` does not. */
export type Tier = 'check' | 'test' | 'all' | 'rest';

export interface Marks {
  /** As a path from the package. */
  file: string;
  /** The lowest that runs it; undefined: the lowest that has tests of its kind. */
  tier: 'test' | 'all' | undefined;
  engines: 'both' | 'one' | 'postgres' | 'pglite' | undefined;
  hasClocksApart: boolean;
}

/** Of the test files below a folder of the package. */
export function readMarks(serverFolder: string, below: 'src' | 'test'): Marks[] {
  return readdirSync(join(serverFolder, below), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => marksOf(join(below, name), readFileSync(join(serverFolder, below, name), 'utf8')));
}

/** @throws when the comment has a mark that nothing reads. */
export function marksOf(file: string, source: string): Marks {
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(source) ?? [];
  const marks = [...comment.matchAll(/^ \* @(\w+) (.*?)(?: \*\/)?$/gm)].map(
    ([, name, value]) => `${name} ${value}`,
  );
  const unknown = marks.find((mark) => !known.includes(mark));
  if (unknown !== undefined) throw new Error(`${file}: @${unknown} is none of ${known.join(', ')}`);
  return {
    file,
    tier: marks.includes('tier all') ? 'all' : marks.includes('tier test') ? 'test' : undefined,
    engines: (['both', 'one', 'postgres', 'pglite'] as const).find((name) =>
      marks.includes(`engine ${name}`),
    ),
    hasClocksApart: marks.includes('clocks apart'),
  };
}

const known = [
  'tier test',
  'tier all',
  'engine both',
  'engine one',
  'engine postgres',
  'engine pglite',
  'clocks apart',
];

/** The tests of rules that a tier runs. */
export function rulesOf(marks: Marks[], tier: Tier): string[] {
  const isIn: Record<Tier, (marks: Marks) => boolean> = {
    check: (one) => one.tier === undefined,
    test: (one) => one.tier !== 'all',
    all: () => true,
    rest: (one) => one.tier === 'all',
  };
  return marks.filter(isIn[tier]).map(({ file }) => file);
}

export type Project = 'pglite' | 'postgres' | 'clocks-apart';

/** The API tests of each project; none in the tier `check`. `hasPostgres`: a PostgreSQL is named, and is the engine of what needs only one. */
export function filesOf(marks: Marks[], tier: Tier, hasPostgres: boolean): Record<Project, string[]> {
  if (tier === 'check') return { pglite: [], postgres: [], 'clocks-apart': [] };
  const inAll = runsIn(marks, 'all', hasPostgres);
  if (tier === 'all') return inAll;
  const inTest = runsIn(marks, 'test', hasPostgres);
  if (tier === 'test') return inTest;
  const without = (project: Project) => inAll[project].filter((file) => !inTest[project].includes(file));
  return {
    pglite: without('pglite'),
    postgres: without('postgres'),
    'clocks-apart': without('clocks-apart'),
  };
}

function runsIn(marks: Marks[], tier: 'test' | 'all', hasPostgres: boolean): Record<Project, string[]> {
  const files = (isWanted: (marks: Marks) => boolean) => marks.filter(isWanted).map(({ file }) => file);
  const isInTier = (one: Marks) => tier === 'all' || one.tier !== 'all';
  const isOnSecond = ({ engines }: Marks) =>
    tier === 'all' ? engines !== 'one' : engines === 'both' || engines === 'pglite';
  return {
    postgres: hasPostgres ? files((one) => isInTier(one) && one.engines !== 'pglite') : [],
    pglite: files((one) => isInTier(one) && one.engines !== 'postgres' && (!hasPostgres || isOnSecond(one))),
    'clocks-apart': hasPostgres && tier === 'all' ? files(({ hasClocksApart }) => hasClocksApart) : [],
  };
}
