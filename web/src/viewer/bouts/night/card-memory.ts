import { createStore } from '../../../store.ts';
import { type CardState, withState } from './card-states.ts';

const memories = new Map<string, ReturnType<typeof createMemory>>();

const createMemory = () => createStore<readonly CardState[]>([]);

/** What has been heard of the card of a competition since the page was opened; in memory alone. */
export function statesOf(competitionSlug: string) {
  const memory = memories.get(competitionSlug) ?? createMemory();
  memories.set(competitionSlug, memory);
  return memory;
}

/** @returns `another card` when the bouts are no longer those of the state before. */
export function receiveState(competitionSlug: string, state: CardState): 'same card' | 'another card' {
  const memory = statesOf(competitionSlug);
  const last = memory.get().at(-1);
  memory.set(withState(memory.get(), state));
  return last === undefined || last.cardTag === state.cardTag ? 'same card' : 'another card';
}
