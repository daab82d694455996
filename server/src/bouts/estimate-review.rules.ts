/** How good the expected times of an evening were, computed afterwards from its bells. Pure. */
import { type CardBout, cardStateOf } from './card-state.rules.ts';

interface ReviewedBlock {
  id: string;
  startDate: string;
  endDate: string;
}

export interface EstimateReview {
  /** The bout whose end it is. */
  boutId: string;
  at: string;
  /** How many of the bouts that were expected then have begun since. */
  count: number;
  /** So many of them within their span. */
  withinSpan: number;
  /** Without the sign. */
  medianErrorSeconds: number;
  /** null: it has not begun, or had begun already. */
  mainEvent: { expectedAt: string; startedAt: string } | null;
}

/** What viewers were told at the end of each bout, and what came. @param bouts in the order of the card, with the bells that count. */
export function reviewEstimate(
  bouts: readonly CardBout[],
  blocks: readonly ReviewedBlock[],
): EstimateReview[] {
  const mainEvent = bouts.findLast(({ status }) => status !== 'cancelled');
  const starts = new Map(
    bouts.flatMap(({ id, bells }) => firstRoundOf(bells).map((at) => [id, at] as const)),
  );
  const ends = bouts.flatMap(({ id, bells }) => bells.filter(isOver).map(({ at }) => ({ boutId: id, at })));
  return ends
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .flatMap((end) => {
      const until = Date.parse(end.at);
      const heard = bouts.map((bout) => ({
        ...bout,
        bells: bout.bells.filter(({ at }) => Date.parse(at) <= until),
      }));
      const told = cardStateOf(heard, blocks).expected.flatMap((expected) => {
        const startedAt = starts.get(expected.boutId);
        return startedAt !== undefined && Date.parse(startedAt) > until ? [{ ...expected, startedAt }] : [];
      });
      if (told.length === 0) return [];
      const main = told.find(({ boutId }) => boutId === mainEvent?.id);
      const errors = told.map(
        ({ at, startedAt }) => Math.abs(Date.parse(startedAt) - Date.parse(at)) / 1_000,
      );
      return [
        {
          ...end,
          count: told.length,
          withinSpan: told.filter(isWithin).length,
          medianErrorSeconds: Math.round(medianOf(errors)),
          mainEvent: main ? { expectedAt: main.at, startedAt: main.startedAt } : null,
        },
      ];
    });
}

type BellOfBout = CardBout['bells'][number];
const isOver = ({ kind }: BellOfBout) => kind === 'over';

function firstRoundOf(bells: readonly BellOfBout[]): string[] {
  return bells
    .filter(({ kind }) => kind === 'round-start')
    .slice(0, 1)
    .map(({ at }) => at);
}

function isWithin({ earliest, latest, startedAt }: { earliest: string; latest: string; startedAt: string }) {
  const started = Date.parse(startedAt);
  return Date.parse(earliest) <= started && started <= Date.parse(latest);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
