/** Faults of the payment provider as problems of the API. */
import type { FastifyRequest } from 'fastify';
import { type ProblemError, problem } from '../http/problems.ts';
import { type PaymentProvider, ProviderAway, ProviderRefusal, SignatureError } from './payment-provider.ts';

/**
 * @param refused what a refusal means here.
 * @returns the problem, or the error itself if it did not come from the provider.
 */
export function providerProblem(
  request: FastifyRequest,
  error: unknown,
  refused: (refusal: ProviderRefusal) => ProblemError,
): unknown {
  if (error instanceof ProviderRefusal) {
    request.log.warn({ err: error }, 'the payment provider refused');
    return refused(error);
  }
  if (!(error instanceof ProviderAway)) return error;
  request.log.warn({ err: error }, 'the payment provider does not answer');
  return problem('service-unavailable', {
    detail: 'The payment provider cannot be reached; try again soon.',
    headers: { 'retry-after': '5' },
  });
}

/** Stands for the provider on a server that has none: nothing can be bought. */
export const noProvider: PaymentProvider = {
  name: 'None',
  createCheckout: notSetUp,
  findPrice: notSetUp,
  listPrices: notSetUp,
  createPrice: notSetUp,
  listPromotionCodes: notSetUp,
  findActiveCode: notSetUp,
  switchPromotionCode: notSetUp,
  refund: notSetUp,
  readOrder: notSetUp,
  listRefunds: notSetUp,
  createCoupon: notSetUp,
  createPromotionCode: notSetUp,
  findPromotionCode: notSetUp,
  // biome-ignore lint/correctness/useYield: it never has a session
  async *listOwnSessions() {
    await notSetUp();
  },
  // biome-ignore lint/correctness/useYield: it never has an event
  async *listMissedEvents() {
    await notSetUp();
  },
  async readEvent() {
    throw new SignatureError('there is no secret');
  },
};

async function notSetUp(): Promise<never> {
  throw new ProviderAway('no payment provider is set up');
}
