/** What a viewer can continue (docs/product.md, 30.7). Pure: callers pass the time. */
import { mayWatch, playbackMode, type WatchingQuestion } from '../competitions/watching.rules.ts';

interface StoppedViewing extends Pick<WatchingQuestion, 'accesses' | 'paymentRequired'> {
  streamIsActive: unknown;
  blockId: string;
  endDate: string;
  broadcast: string | null;
}

/** A rail of more would be a list to search in. */
export const mostToContinue = 12;

/** @param stopped the newest first. @returns recordings that the user may watch now, one for each block. */
export function viewingsToContinue<Viewing extends StoppedViewing>(
  stopped: Viewing[],
  { permissions, now }: { permissions: string[]; now: Date },
): Viewing[] {
  const playable = stopped.filter(
    (viewing) =>
      playbackMode(viewing, now) === 'replay' &&
      mayWatch({ ...viewing, streamIsActive: Boolean(viewing.streamIsActive), permissions, now }).canWatch,
  );
  const newestOfBlock = new Map(playable.toReversed().map((viewing) => [viewing.blockId, viewing]));
  return playable
    .filter((viewing) => newestOfBlock.get(viewing.blockId) === viewing)
    .slice(0, mostToContinue);
}
