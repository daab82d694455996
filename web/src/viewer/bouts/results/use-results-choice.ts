import { useMemo, useSyncExternalStore } from 'react';
import { usePreferencesOfAccount } from '../../../identity/identity.queries.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { choices, type ResultsChoice, revealed } from './results-choice.ts';

const noChoices = {};
const nothing: ReadonlyMap<string, string> = new Map();

type Chosen = ResultsChoice | 'loading' | undefined;

/**
 * What the viewer has chosen for this event, or else for all. @returns undefined: the viewer must be asked; `loading`: their account
 * may say it.
 */
export const useResultsChoice = (eventId: string): Chosen => useResultsChoices([eventId])[0];

export function useResultsChoices(eventIds: readonly string[]): Chosen[] {
  const all: Readonly<Record<string, ResultsChoice>> = useSyncExternalStore(
    choices.subscribe,
    choices.get,
    () => noChoices,
  );
  const { isLoggedIn } = useSession();
  const isNeeded = isLoggedIn && eventIds.some((id) => all[id] === undefined);
  const { data, isLoading } = usePreferencesOfAccount({ enabled: isNeeded });
  const ofAccount = !isNeeded ? undefined : isLoading ? 'loading' : data?.showsResults ? 'shown' : undefined;
  return eventIds.map((id) => all[id] ?? ofAccount);
}

/** The ids of the bouts of this event that were revealed. */
export function useRevealed(eventId: string): readonly string[] {
  const all = useSyncExternalStore(revealed.subscribe, revealed.get, () => nothing);
  return useMemo(() => [...all].flatMap(([boutId, id]) => (id === eventId ? [boutId] : [])), [all, eventId]);
}
