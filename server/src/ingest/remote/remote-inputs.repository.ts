import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BroadcastState } from '../ingest.tables.ts';

/** Between two questions about a broadcast that goes on, or may begin at any moment. */
const soonMs = 4_000;
/** About any other one. */
const laterMs = 60_000;
/** Encoders start before the block does. */
const earlyMs = 2 * 3_600_000;
/** In one round. A provider takes a few calls a second; those that were asked for the longest ago come first. */
const most = 10;

/** The inputs that this server asks for now; `heartbeat_at` keeps the other servers from it. */
export function claimRemoteInputs(db: Db, now: Date, { isUrgent }: { isUrgent: boolean }) {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return db
    .updateTable('ingests')
    .set({ heartbeatAt: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('ingests as due')
        .innerJoin('liveStreams', 'liveStreams.id', 'due.liveStreamId')
        .innerJoin('blocks', 'blocks.id', 'liveStreams.blockId')
        .select('due.id')
        .where('due.remoteVideoId', 'is not', null)
        .where('due.endedAt', 'is', null)
        .where(({ or, and, eb: is }) =>
          or([
            is('due.heartbeatAt', 'is', null),
            is('due.heartbeatAt', '<', at(-laterMs)),
            and([
              is('due.heartbeatAt', '<', at(isUrgent ? -1_000 : -soonMs)),
              or([
                is('due.state', '!=', 'idle'),
                and([is('blocks.startDate', '<', at(earlyMs)), is('blocks.endDate', '>', at(-earlyMs))]),
              ]),
            ]),
          ]),
        )
        .orderBy('due.heartbeatAt', (order) => order.asc().nullsFirst())
        .limit(most)
        .forUpdate('due')
        .skipLocked(),
    )
    .returning(['id', (eb) => eb.ref('remoteVideoId').$notNull().as('remoteVideoId')])
    .execute();
}

/** A broadcast that has ended stays as it is. */
export async function noteRemoteFeed(
  db: Db,
  id: string,
  { isReceiving, now }: { isReceiving: boolean; now: string },
): Promise<void> {
  const update = db.updateTable('ingests').where('id', '=', id).where('endedAt', 'is', null);
  if (isReceiving) {
    await update
      .set((eb) => ({
        state: 'live',
        lastFrameAt: now,
        startedAt: eb.fn.coalesce('startedAt', sql<string>`${now}::timestamptz`),
      }))
      .execute();
  } else {
    const lost: BroadcastState = 'interrupted';
    await update.set({ state: lost }).where('state', '=', 'live').execute();
  }
}
