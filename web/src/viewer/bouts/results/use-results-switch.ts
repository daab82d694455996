import { useEffect } from 'react';
import { pageSwitches } from '../../../media/page-switches.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { EventOfBouts } from '../bouts.queries.ts';
import { choose } from './results-choice.ts';
import { useResultsChoice } from './use-results-choice.ts';

/** Puts the choice into the settings of the player, where full screen has it too. */
export function useResultsSwitch({ id, startDate }: EventOfBouts, hasBouts: boolean) {
  const isOn = useResultsChoice(id) === 'shown';
  const hasBegun = useClock((now) => (now >= Date.parse(startDate) ? 1 : 0)) === 1;
  useEffect(() => {
    if (!hasBegun || !hasBouts) return;
    const toggle = () => choose(id, isOn ? 'hidden' : 'shown');
    pageSwitches.set([{ name: 'Show results', isOn, toggle }]);
    return () => pageSwitches.set([]);
  }, [id, isOn, hasBegun, hasBouts]);
}
