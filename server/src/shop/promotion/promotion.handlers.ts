import { recordChange } from '../../audit/record-change.ts';
import type { Call, Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, conflict, type Issue, problem, validationProblem } from '../../http/problems.ts';
import { findAmountFault } from '../currency.rules.ts';
import type { NewCoupon, PaymentProvider, PromotionCode, ProviderPrice } from '../payment-provider.ts';
import { storePrice } from '../prices/price-cache.repository.ts';
import { providerProblem } from '../provider-problems.ts';
import { refusedPart } from '../refusal.rules.ts';
import type { OrderItem } from '../shop.tables.ts';
import { makeCode } from './make-code.ts';
import { findStoredCode, listKnownProducts, storeCodes } from './promotion.repository.ts';
import { promotionState } from './promotion.rules.ts';
import type { Promotions } from './promotions.ts';

interface Deps {
  db: Db;
  now: () => Date;
  paymentProvider: PaymentProvider;
  promotions: Promotions;
  /** The events and blocks with these prices, also drafts. */
  listItems: (priceIds: string[]) => Promise<Array<OrderItem & { priceId: string }>>;
}

type NewCode = Call<'createPromotionCode'>['body'];
type Operations = 'listPromotionCodes' | 'createPromotionCode' | 'updatePromotionCode';

/** The provider refuses a longer validity. */
const longestMs = 5 * 365 * 86_400_000;

export function promotionHandlers(deps: Deps): Handlers<Operations> {
  const { db, now, paymentProvider: provider, promotions } = deps;
  return {
    async listPromotionCodes({ query, request }) {
      const list = await promotions.list().catch((error) => {
        throw providerProblem(request, error, () => problem('not-found'));
      });
      const wanted = (query.q ?? '').toLowerCase();
      const found = list.data.filter(({ code, name }) => `${code}\n${name}`.toLowerCase().includes(wanted));
      const { hasMore, fetchedAt, isStale } = list;
      return { status: 200, body: { data: await describe(found), hasMore, fetchedAt, isStale } };
    },

    async createPromotionCode({ body, request }) {
      assertFits(body, now());
      const { key, name, percentOff } = body;
      const code = (body.code ?? makeCode(key)).toUpperCase();
      const couponId = `promotion-${key}`;
      const refuse = (fallback: Issue) => (error: unknown) => {
        throw providerProblem(request, error, (refusal) => {
          const issue = refusedFields[refusedPart(refusal)] ?? fallback;
          return conflict(issue === refusedDiscount && percentOff !== undefined ? refusedPercentage : issue);
        });
      };
      const productIds = await findProducts(body.priceIds ?? []).catch(refuse(refusedDiscount));
      await provider
        .createCoupon({ id: couponId, name, productIds, off: takenOff(body) })
        .catch(refuse(refusedDiscount));
      await provider
        .createPromotionCode({ key, couponId, code, ...limitsOf(body) })
        .catch(refuse(refusedCode));
      const created = await provider.findActiveCode(code).catch(refuse(takenCode));
      // The same key made another code, or this one was switched off at the provider at this moment.
      if (created?.key !== key) throw conflict(takenCode);
      await db.transaction().execute(async (trx) => {
        const isRepeated = (await findStoredCode(trx, created.id)) !== undefined;
        await storeCodes(trx, [created], now());
        if (isRepeated) return;
        const { key: _key, ...after } = body;
        await recordChange(trx, request, {
          action: 'createPromotionCode',
          entityId: created.id,
          before: null,
          after: { ...after, code },
        });
      });
      return {
        status: 201,
        headers: { location: `/api/v1/shop/promotion-codes/${created.id}` },
        body: { id: created.id, code: created.code },
      };
    },

    async updatePromotionCode({ path, body, request }) {
      const { promotionCodeId: id } = path;
      const before = await findStoredCode(db, id);
      const after = await provider.switchPromotionCode(id, body.isActive).catch((error) => {
        throw providerProblem(request, error, () => problem('conflict', { detail: cannotBeOn }));
      });
      if (after === undefined) throw problem('not-found');
      await db.transaction().execute(async (trx) => {
        await storeCodes(trx, [after], now());
        await recordChange(trx, request, {
          action: 'updatePromotionCode',
          entityId: id,
          before: { code: after.code, isActive: before?.isActive ?? !after.isActive },
          after: { code: after.code, isActive: after.isActive },
        });
      });
      return { status: 204 };
    },
  };

  /** The products of these prices, read from the provider where they are not known yet. @throws problem 400 */
  async function findProducts(priceIds: string[]): Promise<string[]> {
    const found: Array<ProviderPrice | undefined> = [];
    // One after the other: the provider limits calls.
    for (const id of priceIds) {
      const price = await provider.findPrice(id);
      if (price) await storePrice(db, id, { body: price, now: now() });
      found.push(price);
    }
    const issues = found.flatMap((price, index) =>
      price === undefined ? [bodyIssue(`/priceIds/${index}`, 'There is no such price.')] : [],
    );
    if (issues.length > 0) throw validationProblem(issues);
    return [...new Set(found.flatMap((price) => price?.productId ?? []))];
  }

  async function describe(codes: PromotionCode[]) {
    const productIds = [...new Set(codes.flatMap((code) => code.productIds))];
    const known = productIds.length === 0 ? [] : await listKnownProducts(db, productIds);
    const items = await deps.listItems(known.map(({ priceId }) => priceId));
    const products = new Map(
      productIds.map((id) => {
        const prices = known.filter(({ productId }) => productId === id);
        const sold = items.filter(({ priceId }) => prices.some((price) => price.priceId === priceId));
        return [id, { id, name: prices[0]?.name ?? null, items: sold }];
      }),
    );
    return codes.map((code) => {
      const { isActive: _isActive, key: _key, productIds: ids, ...shown } = code;
      const state = promotionState(code, now());
      return { ...shown, state, products: ids.flatMap((id) => products.get(id) ?? []) };
    });
  }
}

const usedKey = bodyIssue('/key', 'Another promotion code was created with this key.');
const takenCode = bodyIssue('/code', 'An active promotion code is written like this already.');
const refusedDiscount = bodyIssue('/amountsOff', 'The payment provider does not accept this discount.');
const refusedPercentage = { ...refusedDiscount, pointer: '/percentOff' };
const refusedCode = bodyIssue('/code', 'The payment provider does not accept this code.');
const refusedFields: { [part: string]: Issue } = {
  key: usedKey,
  code: takenCode,
  amount: refusedDiscount,
  name: bodyIssue('/name', 'The payment provider does not accept this name.'),
  end: bodyIssue('/expiresAt', 'The payment provider does not accept this end.'),
  uses: bodyIssue('/maxRedemptions', 'The payment provider does not accept this number of uses.'),
};
const cannotBeOn =
  'It cannot be switched on: it is used up or has expired, or another active code is written like it.';

function takenOff({ percentOff, amountsOff }: NewCode): NewCoupon['off'] {
  const [first, ...others] = amountsOff ?? [];
  if (first === undefined) return { percent: percentOff ?? 0 };
  return { ...first, others };
}

function limitsOf({ maxRedemptions, expiresAt, isFirstPurchaseOnly = false }: NewCode) {
  return {
    maxRedemptions,
    isFirstPurchaseOnly,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  };
}

/** @throws problem 400 */
function assertFits(body: NewCode, now: Date): void {
  const { percentOff, amountsOff = [], expiresAt } = body;
  const issues: Issue[] = [];
  if ((percentOff === undefined) === (amountsOff.length === 0))
    issues.push(bodyIssue('/percentOff', 'Give either a percentage or amounts.'));
  for (const [index, { amount, currency }] of amountsOff.entries()) {
    const fault = findAmountFault(amount, currency);
    if (fault) issues.push(bodyIssue(`/amountsOff/${index}/amount`, fault));
    if (amountsOff.findIndex((other) => other.currency === currency) < index)
      issues.push(bodyIssue(`/amountsOff/${index}/currency`, 'Is there twice.'));
  }
  const end = expiresAt === undefined ? undefined : Date.parse(expiresAt) - now.getTime();
  if (end !== undefined && end <= 0) issues.push(bodyIssue('/expiresAt', 'Must be in the future.'));
  if (end !== undefined && end > longestMs)
    issues.push(bodyIssue('/expiresAt', 'Must be within five years.'));
  if (issues.length > 0) throw validationProblem(issues);
}
