import { done } from '../../../api/done.ts';
import { isProblem } from '../../../api/problem.ts';
import { type BlockPath, type LiveStream, updateStream } from './blocks.queries.ts';

/** The streams with one of them a place further up (-1) or down (1). */
export function moved(streams: readonly LiveStream[], id: string, by: -1 | 1): LiveStream[] {
  const from = streams.findIndex((stream) => stream.id === id);
  const stream = streams[from];
  const neighbour = streams[from + by];
  if (!stream || !neighbour) return [...streams];
  const next = [...streams];
  next[from] = neighbour;
  next[from + by] = stream;
  return next;
}

/** A part of an order is stored, and could not be undone. */
export class HalfOrdered extends Error {}

interface Step {
  id: string;
  weight: number;
  before: number;
}

/** The weights that make this order, as few changes as possible: the weights that are stored, dealt out anew. */
function stepsTo(order: readonly LiveStream[], stored: readonly LiveStream[]): Step[] {
  const known = order.flatMap(({ id }) => stored.find((stream) => stream.id === id) ?? []);
  const weights = known.map(({ weight }) => weight).sort((a, b) => a - b);
  const areDistinct = new Set(weights).size === weights.length;
  return known
    .map(({ id, weight }, index) => ({
      id,
      weight: areDistinct ? (weights[index] ?? index + 1) : index + 1,
      before: weight,
    }))
    .filter(({ weight, before }) => weight !== before);
}

/**
 * Stores an order. Each stream is a call of its own; when one fails, the others are undone.
 * @param stored what the server has now. @throws the problem, or `HalfOrdered`.
 */
export async function storeOrder(
  path: BlockPath,
  order: readonly LiveStream[],
  stored: readonly LiveStream[],
) {
  const tried: Step[] = [];
  const store = (id: string, weight: number) => done(updateStream({ ...path, liveStreamId: id }, { weight }));
  for (const step of stepsTo(order, stored)) {
    try {
      tried.unshift(step);
      await store(step.id, step.weight);
    } catch (error) {
      // A refused change is not stored; one without an answer may be.
      if (isProblem(error)) tried.shift();
      await undo(tried, store);
      throw error;
    }
  }
}

async function undo(tried: readonly Step[], store: (id: string, weight: number) => Promise<unknown>) {
  try {
    for (const { id, before } of tried) await store(id, before);
  } catch {
    throw new HalfOrdered();
  }
}

/** The weight of a stream that comes after all others. */
export function lastWeight(streams: readonly Pick<LiveStream, 'weight'>[]) {
  return Math.max(0, ...streams.map(({ weight }) => weight)) + 1;
}
