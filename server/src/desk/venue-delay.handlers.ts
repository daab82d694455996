import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { lockVenueDelay, saveVenueDelay } from './venue-delay.repository.ts';

/** How much later than a moment its picture is stamped, as somebody at the desk has seen it (docs/product/card.md, 44.11). */
export function venueDelayHandlers({ db }: { db: Db }): Handlers<'setVenueDelay'> {
  return {
    async setVenueDelay({ path, body, request }) {
      await db.transaction().execute(async (trx) => {
        const stream = await lockVenueDelay(trx, path);
        if (stream === undefined) throw problem('not-found');
        const { milliseconds } = body;
        if (milliseconds === stream.venueDelayMs) return;
        await saveVenueDelay(trx, stream.id, milliseconds);
        await recordChange(trx, request, {
          action: 'setVenueDelay',
          entityId: stream.id,
          before: { venueDelayMs: stream.venueDelayMs },
          after: { venueDelayMs: milliseconds },
        });
      });
      return { status: 204 };
    },
  };
}
