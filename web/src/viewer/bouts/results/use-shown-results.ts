import { blockPhase } from '@ringside/rules/card';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useClock } from '../../../ui/time/use-now.ts';
import type { EventOfBouts } from '../bouts.queries.ts';
import { statesOf } from '../night/card-memory.ts';
import type { CardState } from '../night/card-states.ts';
import { pictureClock } from '../night/current-picture.ts';
import { useOtherTabs } from '../night/use-other-tabs.ts';
import { liveMoment, reachedAt } from './reached-results.ts';
import { type CompetitionResult, resultsOf } from './results.queries.ts';
import { useResultsChoice, useRevealed } from './use-results-choice.ts';

/** An event that has just begun or ended gets results any minute. */
const askEveryMs = 30_000;
const askedAfterMs = 6 * 3_600_000;

/** Without its blocks nobody knows its streams: then each live picture counts as one of the event. */
type EventOfResults = Pick<EventOfBouts, 'id' | 'slug' | 'startDate' | 'endDate'> & Partial<EventOfBouts>;

const noStates: readonly CardState[] = [];

/**
 * The results that this viewer wants to see and may see already: of the whole event, or of bouts that they have revealed. Asks the
 * server only then. @param needsPicture the viewer watches live on this page: before the first picture nothing may be shown.
 */
export function useShownResults(event: EventOfResults, needsPicture = false) {
  const { id, slug, startDate, endDate } = event;
  const isChosen = useResultsChoice(id) === 'shown';
  const revealed = useRevealed(id);
  const isOn = useClock((now) => {
    const hasBegun = now >= Date.parse(startDate);
    if (!hasBegun) return 0;
    return now < Date.parse(endDate) + askedAfterMs ? 2 : 1;
  });
  const isWanted = isOn > 0 && (isChosen || revealed.length > 0);
  const query = useQuery({
    ...resultsOf(slug),
    enabled: isWanted,
    refetchInterval: isOn === 2 && askEveryMs,
  });
  const found = isWanted ? query.data : undefined;
  const reachedIds = useReachedIds(found, event, needsPicture);
  const results = useMemo(() => {
    const ids = reachedIds.split(' ').filter((boutId) => isChosen || revealed.includes(boutId));
    return found?.filter(({ boutId }) => ids.includes(boutId));
  }, [found, reachedIds, isChosen, revealed]);
  return { results, isFailed: isWanted && !query.data && query.isError, refetch: query.refetch };
}

/** Joined by spaces. */
function useReachedIds(
  results: readonly CompetitionResult[] | undefined,
  { slug, blocks }: EventOfResults,
  needsPicture: boolean,
): string {
  const hasAsked = useOtherTabs();
  const memory = statesOf(slug);
  const states = useSyncExternalStore(memory.subscribe, memory.get, () => noStates);
  const streamsOf = (some: EventOfBouts['blocks'] = []) =>
    some.flatMap(({ liveStreams }) => liveStreams.map(({ id }) => id));
  return useClock((now) => {
    const pictures = pictureClock.pictures();
    const all = blocks ? streamsOf(blocks) : pictures.map(({ liveStreamId }) => liveStreamId);
    if (!results || !hasAsked || (needsPicture && !pictureClock.isShown(all))) return '';
    const past = streamsOf(blocks?.filter((block) => blockPhase(block, now) === 'past'));
    const moment = liveMoment(pictures, { all, past }, states.at(-1)?.venueDelays ?? [], now);
    return reachedAt(results, moment)
      .map(({ boutId }) => boutId)
      .join(' ');
  });
}
