/** The command for purchases that a restored backup does not know. */
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import { readDatabaseTime } from '../db/database-clock.ts';
import { OperatorError } from '../operator-error.ts';
import { inWords } from '../shop/currency.rules.ts';
import { listLostOrders, rebuildOrder } from '../shop/fulfilment/rebuild-orders.ts';
import type { OwnSession, PaymentProvider } from '../shop/payment-provider.ts';
import { createStripe } from '../shop/stripe/stripe.ts';
import { findUpkeep } from '../upkeep/upkeep.repository.ts';
import { assertMigrated, type Call, expectOperands, withDatabase } from './admin-call.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** Where nothing was restored. */
const usualSinceMs = 30 * day;

export async function rebuildOrders({ operands, options, terminal }: Call): Promise<number> {
  expectOperands(operands, 0, 'rebuild-orders takes no name');
  const say = (line: string) => terminal.stdout.write(`${line}\n`);
  const config = readConfig(terminal.env);
  return withDatabase(config, async ({ db }) => {
    await assertMigrated(db);
    const now = await readDatabaseTime(db);
    const { provider, since } = await openProvider(db, config, now);
    const lost = await listLostOrders(db, provider, since);
    say(`${lost.length} paid since ${since.toISOString()} and without an order here.`);
    let left = 0;
    for (const session of lost) {
      const isRebuilt = !options.status && (await rebuildOrder({ db, provider, now }, session));
      if (!isRebuilt) left += 1;
      say(`${isRebuilt ? 'rebuilt ' : options.status ? 'lost    ' : 'not sold'}  ${describe(session)}`);
    }
    if (!options.status && left > 0) say('Nothing here has the prices of the others: make them, or refund.');
    return left === 0 ? 0 : 1;
  });
}

async function openProvider(db: Db, { stripe, automaticTax }: Config, now: Date) {
  if (stripe === undefined) throw new OperatorError('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  const { platformId, backupAt } = await findUpkeep(db);
  const provider: PaymentProvider = createStripe({ ...stripe, automaticTax, platformId });
  // The clocks of this machine and of the provider may differ.
  const since = backupAt ? Date.parse(backupAt) - hour : now.getTime() - usualSinceMs;
  return { provider, since: new Date(since) };
}

function describe({ fact, email, priceId, createdAt }: OwnSession): string {
  const amount = fact.amount === null || fact.currency === null ? '' : inWords(fact.amount, fact.currency);
  return [createdAt, amount, email, priceId, fact.id].join('  ');
}
