import { problem } from '../http/problems.ts';
import type { Handlers, OperationId } from './operation.ts';

/** Operations of the contract that the server answers with a 501. Remove an operation when it gets a handler. */
const notImplementedYet = [
  'buyProduct',
  'getPrice',
  'handleStripeWebhook',
  'listPurchases',
] as const satisfies OperationId[];

export type NotImplementedId = (typeof notImplementedYet)[number];

export const notImplementedIds: ReadonlySet<string> = new Set(notImplementedYet);

export function notImplementedHandlers(): Handlers<NotImplementedId> {
  const answer = () => {
    throw problem('not-implemented');
  };
  return Object.fromEntries(
    notImplementedYet.map((id) => [id, answer]),
  ) as unknown as Handlers<NotImplementedId>;
}
