import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, type ProblemError, validationProblem } from '../../http/problems.ts';
import type { PaymentProvider, ProviderPrice } from '../payment-provider.ts';
import type { AppliedPromotion } from '../shop.tables.ts';
import { ownsAddress } from './promotion.repository.ts';
import { canBeUsed } from './promotion.rules.ts';

interface Deps {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
}

interface Purchase {
  price: ProviderPrice;
  /** The address that it is bought for. */
  email: string;
  user: SignedInUser | undefined;
}

/** One sentence for every reason: who guesses learns nothing from it. */
export function promotionRefused(): ProblemError {
  return validationProblem([bodyIssue('/promotion', 'This code cannot be used for this purchase.')]);
}

/**
 * The promotion code that a link carries. The provider is asked each time, because uses and the switch change.
 * @throws problem 400 at `/promotion`. @throws ProviderAway
 */
export async function applyPromotion(
  { db, provider, now }: Deps,
  promotion: string | undefined,
  { price, user, email }: Purchase,
): Promise<AppliedPromotion | undefined> {
  if (promotion === undefined) return undefined;
  if (!/^[A-Za-z0-9-]+$/.test(promotion)) throw promotionRefused();
  const code = await provider.findActiveCode(promotion);
  if (code === undefined) throw promotionRefused();
  // Anybody can register the address of somebody else.
  const isOwnPurchase = user !== undefined && (await ownsAddress(db, user.userId, email));
  if (!canBeUsed(code, { price, isOwnPurchase, now: now() })) throw promotionRefused();
  return { id: code.id, code: code.code };
}
