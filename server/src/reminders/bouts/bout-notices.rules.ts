/** When a bout is next, and when the main event is near (docs/product/card.md, 46). Pure. */
import { type CardBout, cardStateOf, ringsOfNight } from '../../bouts/card-state.rules.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

export const noticeTimes = {
  /** A tap that is undone within this time is told to nobody. */
  settleMs: 10 * second,
  /** The same for a bout that is cancelled, replaced or announced again. */
  changeMs: minute,
  /** What an organiser changed longer ago is not news any more. */
  newsMs: 24 * hour,
  /** The first bout of a ring is next so long before its planned begin, the main event so long before the expected one. */
  leadMs: 10 * minute,
  /** The planned end of a night is passed by less than this. */
  overrunMs: 6 * hour,
} as const;

export interface Night {
  blocks: { id: string; startDate: string; endDate: string }[];
  /** In the order of the card, with the bells that count and have settled. */
  bouts: CardBout[];
}

export interface DueBout {
  boutId: string;
  notice: 'next' | 'now';
  /** When it is expected, or planned. */
  startsAt: string;
}

/** The bouts of which can be said now that they are next, or that they have begun. */
export function dueBouts({ bouts, blocks }: Night, now: Date): DueBout[] {
  const { expected } = cardStateOf(bouts, blocks);
  const startOf = (boutId: string) => expected.find((each) => each.boutId === boutId)?.at;
  return ringsOfNight(bouts, blocks).flatMap(({ begun, toCome }) => {
    const last = begun.at(-1);
    const next = toCome.find(({ status }) => status !== 'cancelled');
    const isFree =
      last === undefined ||
      last.status === 'cancelled' ||
      last.state.phase === 'over' ||
      (last.state.round ?? 0) >= last.rounds;
    // The first one of a block also waits for its plan: that may be tomorrow.
    const isTime =
      next !== undefined &&
      (next.blockId === last?.blockId || next.blockStartMs - noticeTimes.leadMs <= now.getTime());
    const isNext = isFree && isTime;
    const due: DueBout[] = [];
    if (last && last.status !== 'cancelled' && last.state.phase !== 'over')
      due.push({
        boutId: last.id,
        notice: 'now',
        startsAt: new Date(last.bells[0]?.at ?? now).toISOString(),
      });
    if (next && isNext)
      due.push({ boutId: next.id, notice: 'next', startsAt: startOf(next.id) ?? now.toISOString() });
    return due;
  });
}

export interface DueMainEvent {
  boutId: string;
  startsAt: string;
}

/** The last bout of the card that is not cancelled, while the night has begun and this one is near. */
export function dueMainEvent({ bouts, blocks }: Night, now: Date): DueMainEvent | undefined {
  const main = bouts.findLast(({ status }) => status !== 'cancelled');
  const { expected } = cardStateOf(bouts, blocks);
  const start = expected.find(({ boutId }) => boutId === main?.id);
  if (main === undefined || main.bells.length > 0 || start === undefined || start.isPlan) return undefined;
  if (Date.parse(start.at) - now.getTime() > noticeTimes.leadMs) return undefined;
  return { boutId: main.id, startsAt: start.at };
}
