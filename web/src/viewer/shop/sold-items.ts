/** Words and links of what is sold. Pure. */
import { paths } from '../../paths.ts';
import type { SoldItem } from './shop.queries.ts';

/** "Main card, Rotterdam Rumble 7", or the name of the event. */
export function itemName({ blockName, eventName }: Pick<SoldItem, 'blockName' | 'eventName'>) {
  return blockName === null ? eventName : `${blockName}, ${eventName}`;
}

/** "A, B and C" */
export function inWords(names: readonly string[]) {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

/** Where its buyer goes with the access: to the page that they came from, but from the event to the block that they bought. */
export function watchHref(items: readonly SoldItem[], cameFrom: string) {
  const [first] = items;
  const isOfEvent = first !== undefined && cameFrom === paths.competition.href(first.eventSlug);
  return isOfEvent && items.length === 1 ? itemHref(first) : cameFrom;
}

/** The page on which it is watched. */
export function itemHref({ eventSlug, blockSlug }: Pick<SoldItem, 'eventSlug' | 'blockSlug'>) {
  return blockSlug === null ? paths.competition.href(eventSlug) : paths.block.href(eventSlug, blockSlug);
}
