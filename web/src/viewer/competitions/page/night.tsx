import { useEffect } from 'react';
import type { Bout } from '../../bouts/bouts.queries.ts';
import type { BoutMoments } from '../../bouts/night/night-words.ts';
import { useCardState } from '../../bouts/night/use-card-state.ts';
import { OrderSwitch } from '../../bouts/order-switch.tsx';
import { ResultsBar } from '../../bouts/results/results-bar.tsx';
import { useBoutMoments } from '../../bouts/results/use-bout-moments.ts';
import type { Competition } from '../competition-types.ts';

interface Props {
  competition: Competition;
  bouts: readonly Bout[];
  onMoments: (moments: BoutMoments) => void;
}

/** What the page of an event with bouts has once it has come alive: the bells, and the results for who wants them. */
export function Night({ competition, bouts, onMoments }: Props) {
  const state = useCardState(competition.slug)?.state;
  const { moments, ...results } = useBoutMoments(competition, bouts, { state });
  useEffect(() => onMoments(moments), [moments, onMoments]);
  return (
    <>
      {bouts.length > 1 ? <OrderSwitch /> : null}
      <ResultsBar event={competition} {...results} />
    </>
  );
}
