import { useEffect } from 'react';
import { useNow } from '../../../ui/time/use-now.ts';
import { useReader } from '../../../ui/time/use-reader.ts';
import { type BoutMoments, momentsOf } from './night-words.ts';
import { useCardState } from './use-card-state.ts';

interface Props {
  competitionSlug: string;
  timezone: string;
  onMoments: (moments: BoutMoments | undefined) => void;
}

/** Shows nothing: it tells a page how far the night has come. Loaded on demand, because it says nothing on the first screen. */
export function NightFollower({ competitionSlug, timezone, onMoments }: Props) {
  const state = useCardState(competitionSlug)?.state;
  const reader = useReader(timezone);
  const now = useNow(60_000);
  useEffect(() => onMoments(state && momentsOf(state, now, reader)), [state, now, reader, onMoments]);
  return null;
}
