import { type NotNull, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Counts the rows that the deletion of an event or a block deletes too. An access to a whole event belongs to none of
 * its blocks.
 * @param hold locks the accesses and the bouts until the transaction ends, so that none becomes paid or is rung in the meantime.
 */
export async function countDependents(
  db: Db,
  target: { column: 'eventId' | 'blockId'; id: string },
  { hold }: { hold: boolean },
) {
  if (hold) await boutsOf(db, target).select('bouts.id').forUpdate('bouts').execute();
  return (
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('accesses')
          .select('orderId')
          .where(target.column, '=', target.id)
          .$if(hold, (query) => query.forUpdate())
          .as('taken'),
      )
      .select((eb) => [
        target.column === 'eventId'
          ? eb
              .selectFrom('blocks')
              .where('eventId', '=', target.id)
              .select((blocks) => blocks.fn.countAll<number>().as('count'))
              .as('blocks')
          : eb.val(0).$castTo<number>().as('blocks'),
        eb
          .selectFrom('liveStreams')
          .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
          .where(target.column === 'eventId' ? 'blocks.eventId' : 'blocks.id', '=', target.id)
          .select((streams) => streams.fn.countAll<number>().as('count'))
          .as('liveStreams'),
        eb
          .selectFrom('orderItems')
          .innerJoin('orders', 'orders.id', 'orderItems.orderId')
          .where(`orderItems.${target.column}`, '=', target.id)
          // A payment page has ended by then, whatever the payment provider was able to say.
          .where((order) =>
            order.or([
              order('orders.status', '=', 'processing'),
              order.and([
                order('orders.status', '=', 'pending'),
                order('orders.createdAt', '>', sql<string>`now() - interval '2 hours'`),
              ]),
            ]),
          )
          .select((orders) => orders.fn.count<number>('orders.id').distinct().as('count'))
          .as('pendingPayments'),
        boutsOf(db, target)
          .where(wasFought)
          .select((bouts) => bouts.fn.countAll<number>().as('count'))
          .as('keptBouts'),
        eb.fn.countAll<number>().as('accesses'),
        eb.fn.count<number>('taken.orderId').as('paidAccesses'),
      ])
      // A count is never null.
      .$narrowType<{ blocks: NotNull; liveStreams: NotNull; pendingPayments: NotNull; keptBouts: NotNull }>()
      .executeTakeFirstOrThrow()
  );
}

function boutsOf(db: Db, { column, id }: { column: 'eventId' | 'blockId'; id: string }) {
  return db
    .selectFrom('bouts')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .where(column === 'eventId' ? 'blocks.eventId' : 'blocks.id', '=', id);
}

const wasFought = sql<boolean>`(exists (select 1 from bells where bells.bout_id = bouts.id)
  or exists (select 1 from results where results.bout_id = bouts.id))`;
