/**
 * Which test files run in which tier, on which engine. A file says what is unusual about it in its first comment:
 *
 *   @tier all      only `pnpm test:all` runs it: real encoders and players, whole processes, faults, long loads
 *   @engine both   `pnpm test` runs it on PGlite too where a PostgreSQL is named: what it proves differs between them
 *   @engine one    `pnpm test:all` runs it on one engine only, PostgreSQL where one is named
 *   @clocks apart  `pnpm test:all` runs it once more on two servers whose machine clocks are 90 s apart
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `rest` is what `all` has and `test` does not. */
export type Tier = 'test' | 'all' | 'rest';

export interface Marks {
  file: string;
  isOnlyInAll: boolean;
  engines: 'both' | 'one' | undefined;
  hasClocksApart: boolean;
}

/** The test files below the folder `test`, as paths from the package. */
export function readMarks(serverFolder: string): Marks[] {
  return readdirSync(join(serverFolder, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => marksOf(join('test', name), readFileSync(join(serverFolder, 'test', name), 'utf8')));
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
    isOnlyInAll: marks.includes('tier all'),
    engines: marks.includes('engine both') ? 'both' : marks.includes('engine one') ? 'one' : undefined,
    hasClocksApart: marks.includes('clocks apart'),
  };
}

const known = ['tier all', 'engine both', 'engine one', 'clocks apart'];

export type Project = 'pglite' | 'postgres' | 'clocks-apart';

/** The files of each project. `hasPostgres`: a PostgreSQL is named, and is the engine of what needs only one. */
export function filesOf(marks: Marks[], tier: Tier, hasPostgres: boolean): Record<Project, string[]> {
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
  const isInTier = ({ isOnlyInAll }: Marks) => tier === 'all' || !isOnlyInAll;
  const isOnSecond = ({ engines }: Marks) => (tier === 'all' ? engines !== 'one' : engines === 'both');
  return {
    postgres: hasPostgres ? files(isInTier) : [],
    pglite: files((one) => isInTier(one) && (!hasPostgres || isOnSecond(one))),
    'clocks-apart': hasPostgres && tier === 'all' ? files(({ hasClocksApart }) => hasClocksApart) : [],
  };
}
