/**
 * How well "When is mine?" foretells the main event, on simulated fight nights whose assumptions stand in
 * `test/bouts/simulated-nights.ts`: seeded, without clock and database, the same on every machine.
 */
import { hasCancelled, measureAt, type Night, simulateNights } from '../test/bouts/simulated-nights.ts';
import { missed, sized } from './size.ts';

const seed = 31;
const nightCount = sized(4_000, 200);
const cancelledShare = 0.1;
/** At the first bell of this bout the figures have goals. */
const judgedBout = 5;
const errorGoalMinutes = 9;
const heldGoal = { least: 0.75, most: 0.85 };

function printFigures(title: string, nights: Night[], hasErrorGoal: boolean): void {
  console.log(`${title} (${nights.length} nights)`);
  for (const bout of [1, 3, 5, 7, 9]) {
    const { medianErrorMinutes, heldShare, medianSpanMinutes } = measureAt(bout, nights);
    const isJudged = bout === judgedBout;
    const isLate = isJudged && hasErrorGoal && medianErrorMinutes > errorGoalMinutes;
    const isDishonest = isJudged && (heldShare < heldGoal.least || heldShare > heldGoal.most);
    console.log(
      `  at the bell of bout ${bout}: median error ${medianErrorMinutes.toFixed(1)} min${missed(isLate)}, ` +
        `a span of ${medianSpanMinutes.toFixed(0)} min held in ${(100 * heldShare).toFixed(1)} %` +
        missed(isDishonest, 'BESIDE THE GOAL'),
    );
  }
}

if (import.meta.main) {
  printFigures('no bout is cancelled', simulateNights(seed, nightCount, 0), true);
  const nights = simulateNights(seed, nightCount, cancelledShare);
  printFigures('a tenth of the bouts is cancelled during the evening', nights, false);
  printFigures('of these, nights with a cancelled bout', nights.filter(hasCancelled), false);
}
