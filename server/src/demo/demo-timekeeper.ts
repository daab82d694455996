import type { Db } from '../db/database.ts';
import { type Loop, type LoopOptions, startLoop } from '../loop.ts';
import { demoBellPrefix, demoBells } from './demo-bells.ts';
import { demoBouts } from './demo-card.ts';
import { demoAccounts } from './demo-data.ts';

interface Options extends Pick<LoopOptions, 'log' | 'isPaused'> {
  db: Db;
  now: () => Date;
}

/** Rings the bells of the demo's night. */
export function startDemoTimekeeper(options: Options): Loop {
  return startLoop({
    run: () => ringDemoBells(options),
    pauseMs: 2_000,
    log: options.log,
    failure: 'the bells of the demo could not be rung: the next round retries',
    isPaused: options.isPaused,
  });
}

const boutIds = demoBouts(['', '']).map(({ id }) => String(id));
const [, , timekeeper] = demoAccounts;

/** As soon as somebody rings, the evening is theirs. @returns how many bells were rung now. */
export async function ringDemoBells({ db, now }: Pick<Options, 'db' | 'now'>): Promise<number> {
  const instant = now().getTime();
  const bouts = await db
    .selectFrom('bouts')
    .select(['id', 'rounds'])
    .where('id', 'in', boutIds)
    .where('status', '!=', 'cancelled')
    .orderBy('position')
    .execute();
  const due = demoBells(bouts, instant);
  const rung = await db.selectFrom('bells').select('id').where('boutId', 'in', boutIds).execute();
  if (rung.some(({ id }) => !id.startsWith(demoBellPrefix))) return 0;
  const wanted = new Set(due.map(({ id }) => id));
  const known = new Set(rung.map(({ id }) => id));
  const missing = due.filter(({ id }) => !known.has(id));
  const old = rung.map(({ id }) => id).filter((id) => !wanted.has(id));
  if (missing.length === 0 && old.length === 0) return 0;
  const user = await db.selectFrom('users').select('id').where('id', '=', timekeeper.id).executeTakeFirst();
  await db.transaction().execute(async (trx) => {
    // The bells of the previous run: the card starts again.
    if (old.length > 0) await trx.deleteFrom('bells').where('id', 'in', old).execute();
    if (missing.length === 0) return;
    await trx
      .insertInto('bells')
      .values(missing.map((bell) => ({ ...bell, userId: user?.id ?? null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return missing.length;
}
