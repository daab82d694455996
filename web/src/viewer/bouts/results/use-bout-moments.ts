import { blockPhase } from '@ringside/rules/card';
import { useMemo } from 'react';
import { useClock, useNow } from '../../../ui/time/use-now.ts';
import { useReader } from '../../../ui/time/use-reader.ts';
import type { Bout, EventOfBouts } from '../bouts.queries.ts';
import type { CardState } from '../night/card-states.ts';
import { type BoutMoments, momentsOf } from '../night/night-words.ts';
import { withSeen } from '../seen/seen-moments.ts';
import { useSeen } from '../seen/use-seen.ts';
import { withResults } from './result-moments.ts';
import type { CompetitionResult } from './results.queries.ts';
import { useShownResults } from './use-shown-results.ts';

interface Options {
  /** How far the night has come for this viewer. */
  state: CardState | undefined;
  /** The viewer watches live on this page. */
  needsPicture?: boolean;
}

const none: readonly CompetitionResult[] = [];

/** What the rows of a card say: of blocks that are not over what the bells say, what was seen, and the results that the viewer wants. */
export function useBoutMoments(
  event: EventOfBouts & { timezone: string },
  bouts: readonly Bout[],
  { state, needsPicture }: Options,
): { moments: BoutMoments; isFailed: boolean; onRetry: () => void } {
  const { results = none, isFailed, refetch } = useShownResults(event, needsPicture);
  const reader = useReader(event.timezone);
  const now = useNow(60_000);
  const pastIds = useClock((at) =>
    event.blocks
      .filter((block) => blockPhase(block, at) === 'past')
      .map(({ id }) => id)
      .join(' '),
  );
  const { seenIds, isBehind } = useSeen(event.id);
  const moments = useMemo(() => {
    const isPast = ({ blockId }: Bout) => pastIds.split(' ').includes(blockId);
    const pastBouts = bouts.filter(isPast).map(({ id }) => id);
    const told = state ? [...momentsOf(state, now, reader)].filter(([id]) => !pastBouts.includes(id)) : [];
    const seen = withSeen(new Map(told), bouts, { seenIds, isPast, isBehind });
    return withResults(seen, results, bouts);
  }, [state, now, reader, pastIds, seenIds, isBehind, results, bouts]);
  return { moments, isFailed, onRetry: () => void refetch() };
}
