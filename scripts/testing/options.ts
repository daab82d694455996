/** What `pnpm check`, `pnpm test` and `pnpm test:all` are asked for. */
import { parseArgs } from 'node:util';

/** `rest` is what `all` has and `test` does not. */
export type Tier = 'check' | 'test' | 'all' | 'rest';
export type Engine = 'pglite' | 'postgres';

export interface Options {
  tier: Tier;
  /** Only test files and journeys whose path has one of these words, and no other step. Empty: everything. */
  words: string[];
  /** Stops at the first step that fails. */
  bail: boolean;
  /** `code`: all that comes before the journeys. */
  only: 'code' | 'journeys' | undefined;
  /** Of `rest`: 1, 2 or 3. */
  third: number | undefined;
  engine: Engine;
  hasPostgres: boolean;
  /** Shows the browser of the journeys. */
  headed: boolean;
  /** Only tests whose name matches this pattern. */
  name: string | undefined;
}

const tiers: readonly string[] = ['check', 'test', 'all', 'rest'] satisfies Tier[];

/** @throws with a sentence for the person who typed the command. */
export function readOptions(args: string[], { TEST_DATABASE_URL }: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tier: { type: 'string', default: 'test' },
      bail: { type: 'boolean', default: false },
      only: { type: 'string' },
      third: { type: 'string' },
      engine: { type: 'string' },
      headed: { type: 'boolean', default: false },
      name: { type: 'string', short: 't' },
    },
  });
  const hasPostgres = Boolean(TEST_DATABASE_URL);
  const { tier, bail, only, headed, name, engine = hasPostgres ? 'postgres' : 'pglite' } = values;
  if (!tiers.includes(tier)) throw new Error(`--tier is one of ${tiers.join(', ')}.`);
  if (only !== undefined && only !== 'code' && only !== 'journeys')
    throw new Error('--only is code or journeys.');
  if (engine !== 'pglite' && engine !== 'postgres') throw new Error('--engine is pglite or postgres.');
  if (engine === 'postgres' && !hasPostgres)
    throw new Error('--engine postgres needs TEST_DATABASE_URL, the URL of a PostgreSQL.');
  const third = values.third === undefined ? undefined : Number(values.third);
  if (third !== undefined && (tier !== 'rest' || ![1, 2, 3].includes(third)))
    throw new Error('--third is 1, 2 or 3, and goes with --tier rest.');
  if (positionals.length === 0 && name !== undefined)
    throw new Error('-t needs words that choose test files: pnpm test shop -t refund');
  return {
    tier: tier as Tier,
    words: positionals,
    bail,
    only,
    third,
    engine,
    hasPostgres,
    headed,
    name,
  };
}
