import { useSyncExternalStore } from 'react';
import { useClock } from '../../../ui/time/use-now.ts';
import { statesOf } from './card-memory.ts';
import { type CardState, momentOf, secondsInRound, stateAt } from './card-states.ts';
import { pictureClock } from './current-picture.ts';
import { useOtherTabs } from './use-other-tabs.ts';

const none: readonly CardState[] = [];

/**
 * How far the night has come for this viewer; undefined until something may be shown.
 * @param needsPicture the viewer watches on this page: before the first picture nobody knows how far they have come.
 */
export function useCardState(competitionSlug: string, needsPicture = false) {
  const memory = statesOf(competitionSlug);
  const states = useSyncExternalStore(memory.subscribe, memory.get, () => none);
  const hasAsked = useOtherTabs();
  const delays = states.at(-1)?.venueDelays ?? [];
  const momentAt = (now: number) => momentOf(pictureClock.pictures(), delays, now);
  const readShown = () => pictureClock.isShown(delays.map(({ liveStreamId }) => liveStreamId));
  const isBesidePicture = useClock(() => Number(readShown())) === 1;
  const index = useClock((now) => {
    const isKnown = hasAsked && (!needsPicture || readShown());
    const shown = isKnown ? stateAt(states, momentAt(now)) : undefined;
    return shown ? states.indexOf(shown) : -1;
  });
  const state = states[index];
  const roundSeconds = useClock((now) =>
    state && isBesidePicture ? (secondsInRound(states, state, momentAt(now)) ?? -1) : -1,
  );
  if (!state) return undefined;
  return { state, isBesidePicture, roundSeconds: roundSeconds < 0 ? undefined : roundSeconds };
}
