/** What an event of the stream changes in the competition that the page already has. Pure. */
import type { components } from '@ringside/openapi/schema';
import type { Block, Competition } from './competition-types.ts';

export type CompetitionEvent = components['schemas']['CompetitionStreamEvent'];
type Schedule = components['schemas']['CompetitionSchedule'];
type Streams = components['schemas']['CompetitionStreams'];

/** @returns the competition with the event in it; the same object for an event that is unknown or changes nothing. */
export function applyEvent(competition: Competition, { event, data }: CompetitionEvent): Competition {
  switch (event) {
    case 'competition':
      return withSchedule(competition, data);
    case 'streams':
      return withStreams(competition, data);
    case 'banner':
      return { ...competition, banner: data };
    default:
      return competition;
  }
}

/** True when the event names a block of which the page knows only the schedule. */
export function hasUnknownBlock(competition: Competition, { event, data }: CompetitionEvent) {
  return event === 'competition' && data.blocks.some(({ id }) => !blockOf(competition, id));
}

/** True when the event changes who may watch what. */
export function changesAccess(before: Competition, after: Competition) {
  return after.blocks.some(
    ({ id, paymentRequired }) => blockOf(before, id)?.paymentRequired !== paymentRequired,
  );
}

const blockOf = ({ blocks }: Competition, id: string) => blocks.find((block) => block.id === id);

function withSchedule(competition: Competition, { blocks, ...schedule }: Schedule): Competition {
  return {
    ...competition,
    ...schedule,
    blocks: blocks.map((block) => ({ ...(blockOf(competition, block.id) ?? emptyBlock), ...block })),
  };
}

const nowhere = { name: null, address: null, cityName: null, countryName: null };
const emptyBlock: Pick<Block, 'description' | 'location' | 'stripePriceId' | 'liveStreams'> = {
  description: null,
  location: nowhere,
  stripePriceId: null,
  liveStreams: [],
};

function withStreams(competition: Competition, { featuredStreamId, blocks }: Streams): Competition {
  return {
    ...competition,
    featuredStreamId,
    blocks: competition.blocks.map((block) => ({
      ...block,
      liveStreams: blocks.find(({ blockId }) => blockId === block.id)?.liveStreams ?? block.liveStreams,
    })),
  };
}
