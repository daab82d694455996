import { createHash } from 'node:crypto';
import { cardStateOf } from '../bouts/card-state.rules.ts';
import type { Db } from '../db/database.ts';
import { uuid } from '../db/uuid.ts';
import { type EventFrame, eventFrame } from '../streams/event-frame.ts';
import { Feed, type FeedOptions, type Subscription } from '../streams/feed.ts';
import { findCompetitionId, findCompetitionState } from './competition.repository.ts';

export interface CompetitionFeed {
  /** Undefined for a draft and for an unknown competition. */
  subscribe(idOrSlug: string): Promise<Subscription | undefined>;
  changed(eventId: string): void;
  missed(): void;
}

/** The competitions that viewers follow on this server. Nothing is read for a competition that is followed already. */
export function createCompetitionFeed(db: Db, log: FeedOptions['log']): CompetitionFeed {
  const slugs = new Map<string, string>();
  const feed = new Feed({
    async load(id) {
      const state = await findCompetitionState(db, id);
      if (state === undefined) return undefined;
      slugs.set(id, state.slug);
      return framesOf(state);
    },
    onForgotten: (id) => void slugs.delete(id),
    log,
  });
  const idOf = (idOrSlug: string) => {
    if (uuid.test(idOrSlug)) return idOrSlug.toLowerCase();
    const known = [...slugs].find(([, slug]) => slug === idOrSlug);
    return known?.[0] ?? findCompetitionId(db, idOrSlug);
  };
  return {
    async subscribe(idOrSlug) {
      const id = await idOf(idOrSlug);
      return id === undefined ? undefined : feed.subscribe(id);
    },
    changed: (eventId) => feed.changed(eventId),
    missed: () => feed.changedAll(),
  };
}

type State = NonNullable<Awaited<ReturnType<typeof findCompetitionState>>>;

/** Single events, because a switched camera should not send the whole schedule again. */
function framesOf(state: State): EventFrame[] {
  const { banner, featuredStreamId, blocks, bouts, venueDelays, ...competition } = state;
  const schedule = blocks.map(({ id, slug, name, startDate, endDate, paymentRequired }) => ({
    id,
    slug,
    name,
    startDate,
    endDate,
    paymentRequired,
  }));
  return [
    eventFrame('competition', { ...competition, blocks: schedule }),
    eventFrame('streams', {
      featuredStreamId,
      blocks: blocks.map(({ id, liveStreams }) => ({ blockId: id, liveStreams })),
    }),
    eventFrame('banner', banner),
    eventFrame('card', { cardTag: cardTagOf(bouts), ...cardStateOf(bouts, blocks), venueDelays }),
  ];
}

/** Another one when the card must be read again: a bout has come, gone, changed or moved. */
function cardTagOf(bouts: State['bouts']): string {
  const text = JSON.stringify(bouts.map(({ id, blockId, version }) => [id, blockId, version]));
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
