/** What is sold together, in words. Pure. */
import type { PriceItem } from './bundle.queries.ts';

export const itemKey = ({ eventId, blockId }: Pick<PriceItem, 'eventId' | 'blockId'>) =>
  `${eventId} ${blockId ?? ''}`;

export function itemWords({ eventName, blockName }: Pick<PriceItem, 'eventName' | 'blockName'>) {
  return blockName === null ? eventName : `${eventName}, ${blockName}`;
}

/** What an organiser has to know of a part before somebody buys it. */
export function bundleNote({ eventStatus }: Pick<PriceItem, 'eventStatus'>): string | undefined {
  if (eventStatus === 'draft')
    return '(draft: buyers neither see nor get it; those who buy after it is published do)';
  if (eventStatus === 'hidden') return '(hidden: buyers of the others learn its name)';
  return undefined;
}
