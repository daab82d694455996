import { useMemo, useSyncExternalStore } from 'react';
import { choices, type ResultsChoice, revealed } from './results-choice.ts';

const noChoices = {};
const nothing: ReadonlyMap<string, string> = new Map();

/** @returns undefined: the viewer has not been asked yet. */
export function useResultsChoice(eventId: string): ResultsChoice | undefined {
  const all: Readonly<Record<string, ResultsChoice>> = useSyncExternalStore(
    choices.subscribe,
    choices.get,
    () => noChoices,
  );
  return all[eventId];
}

/** The ids of the bouts of this event that were revealed. */
export function useRevealed(eventId: string): readonly string[] {
  const all = useSyncExternalStore(revealed.subscribe, revealed.get, () => nothing);
  return useMemo(() => [...all].flatMap(([boutId, id]) => (id === eventId ? [boutId] : [])), [all, eventId]);
}
