import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { problem } from '../http/problems.ts';
import { cardBlocksOf, cardBoutsOf } from './card-state.repository.ts';
import { reviewEstimate } from './estimate-review.rules.ts';

export function estimateHandlers({ db }: { db: Db }): Handlers<'getEstimateReview'> {
  return {
    async getEstimateReview({ path }) {
      const night = await findNight(db, path.eventId);
      if (night === undefined) throw problem('not-found');
      return { status: 200, body: { ends: reviewEstimate(night.bouts, night.blocks) } };
    },
  };
}

function findNight(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select((eb) => [cardBoutsOf(eb).as('bouts'), cardBlocksOf(eb).as('blocks')])
    .where('events.id', '=', eventId)
    .executeTakeFirst();
}
