import { bodyIssue, type ProblemError, problem, validationProblem } from '../../http/problems.ts';
import { promotionRefused } from '../promotion/apply-promotion.ts';
import { type Refusal, type RefusedPart, refusedPart } from '../refusal.rules.ts';

const nothingPaid = 'Nothing was paid. Please tell the organiser.';
const reasons: { [Part in RefusedPart]?: string } = {
  'too-small': `The price is lower than the payment provider takes. ${nothingPaid}`,
  'too-large': `The price is higher than the payment provider takes. ${nothingPaid}`,
};

/** Why the provider makes no payment page, as what it is (docs/product.md, 24.24). */
export function purchaseRefused(refusal: Refusal, { hasPromotion }: { hasPromotion: boolean }): ProblemError {
  const part = refusedPart(refusal);
  if (part === 'address')
    return validationProblem([bodyIssue('/email', 'The payment provider does not accept this address.')]);
  if (part === 'price') return problem('not-on-sale');
  // Another call with other words has the key: the order is gone, and the next try has a new one.
  if (part === 'key') return problem('service-unavailable', { headers: { 'retry-after': '5' } });
  // A code may have been used up, be refused to this buyer, or leave too little since it was looked up.
  if (hasPromotion) return promotionRefused();
  return problem('payment-refused', { detail: reasons[part] });
}
