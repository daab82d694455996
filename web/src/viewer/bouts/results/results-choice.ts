/**
 * Whether the viewer wants to see how fights ended (docs/product.md, 45.13): a *choice* for each event, remembered in this browser, and
 * single bouts that were *revealed*, which are forgotten with the page. Without a choice results are hidden.
 */
import { createStore } from '../../../store.ts';
import { createEventStore } from '../event-store.ts';

export type ResultsChoice = 'shown' | 'hidden';

/** By the ids of the events. */
export const choices = createEventStore<ResultsChoice>({
  storageKey: 'ringside-results',
  isValue: (value) => value === 'shown' || value === 'hidden',
  // More than anybody watches.
  mostKept: 200,
});

export function choose(eventId: string, choice: ResultsChoice) {
  choices.put(eventId, () => choice);
  if (choice === 'hidden') revealed.set(new Map([...revealed.get()].filter(([, id]) => id !== eventId)));
}

/** Bouts whose result alone the viewer wants to see, with the id of their event. */
export const revealed = createStore<ReadonlyMap<string, string>>(new Map());

export const reveal = (eventId: string, boutId: string) =>
  revealed.set(new Map([...revealed.get(), [boutId, eventId]]));
