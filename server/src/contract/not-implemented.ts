import { problem } from '../http/problems.ts';
import type { Handlers, OperationId } from './operation.ts';

/** Operations of the contract that the server cannot do yet. An operation leaves this list by getting a handler. */
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
