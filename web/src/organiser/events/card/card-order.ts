/** The order of a card, and how it changes. */
import type { Block } from '../blocks/blocks.queries.ts';
import type { Bout } from './card.queries.ts';

/** The limit of the contract. */
export const mostBouts = 60;

export interface CardBlock {
  block: Pick<Block, 'id' | 'name' | 'startDate' | 'endDate'>;
  bouts: Bout[];
}
export type Card = CardBlock[];

/** Where a bout comes to stand: before the bout with this index, counted without itself. */
export interface Place {
  blockId: string;
  index: number;
}

/** The blocks in order of time, each with its bouts. */
export function cardOf(blocks: readonly CardBlock['block'][], bouts: readonly Bout[]): Card {
  return blocks.map((block) => ({ block, bouts: bouts.filter(({ blockId }) => blockId === block.id) }));
}

export const boutsOf = (card: Card) => card.flatMap(({ bouts }) => bouts);

/** One place up (-1) or down (1), at the end of a block into the next one; undefined where nothing follows. */
export function movedBy(card: Card, boutId: string, by: -1 | 1): Card | undefined {
  const at = card.findIndex(({ bouts }) => bouts.some(({ id }) => id === boutId));
  const own = card[at];
  if (!own) return undefined;
  const index = own.bouts.findIndex(({ id }) => id === boutId) + by;
  if (index >= 0 && index < own.bouts.length) return movedTo(card, boutId, { blockId: own.block.id, index });
  const next = card[at + by];
  return next && movedTo(card, boutId, { blockId: next.block.id, index: by === 1 ? 0 : next.bouts.length });
}

/** The card with a bout in another place; undefined when that is its place, or the block is full. */
export function movedTo(card: Card, boutId: string, { blockId, index }: Place): Card | undefined {
  const bout = boutsOf(card).find(({ id }) => id === boutId);
  if (!bout) return undefined;
  const next = card.map(({ block, bouts }) => {
    const others = bouts.filter(({ id }) => id !== boutId);
    if (block.id === blockId) others.splice(index, 0, bout);
    return { block, bouts: others };
  });
  const isTooFull = next.some(({ block, bouts }) => block.id === blockId && bouts.length > mostBouts);
  return isTooFull || keyOfOrder(next) === keyOfOrder(card) ? undefined : next;
}

/** What the contract takes. */
export function orderOf(card: Card) {
  const blocks = card.filter(({ bouts }) => bouts.length > 0);
  return {
    blocks: blocks.map(({ block, bouts }) => ({ blockId: block.id, boutIds: bouts.map(({ id }) => id) })),
  };
}

/** Another one for each order. */
export const keyOfOrder = (card: Card) => JSON.stringify(orderOf(card));

/** "bout 3 of 9, in Main card" */
export function placeInWords(card: Card, boutId: string) {
  const bouts = boutsOf(card);
  const name = card.find((each) => each.bouts.some(({ id }) => id === boutId))?.block.name ?? '';
  return `bout ${bouts.findIndex(({ id }) => id === boutId) + 1} of ${bouts.length}, in ${name}`;
}
