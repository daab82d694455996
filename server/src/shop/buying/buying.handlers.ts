import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { findAllowedUrl, ownOrigin } from '../../http/return-url.ts';
import { attemptOf } from '../../identity/limits/limit-attempts.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import type { Prices } from '../prices/prices.ts';
import { applyPromotion } from '../promotion/apply-promotion.ts';
import { providerProblem } from '../provider-problems.ts';
import {
  findOpenOrder,
  findOrderOfSession,
  listHeldItems,
  listHeldUpItems,
  listOrderItems,
  listTakenBackItems,
  makeDue,
  type ReturningOrder,
} from './buying.repository.ts';
import { beginsSoon, covers, isClaimable, isUsable, nextReconcile, saleState } from './buying.rules.ts';
import { openCheckout } from './open-checkout.ts';
import { isMine, openerOf } from './opener.ts';
import { purchaseRefused } from './purchase-refused.ts';
import { listSoldItems } from './sold-items.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  paymentProvider: PaymentProvider;
  prices: Prices;
  publicUrl: string | undefined;
  allowedOrigins: readonly string[];
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** The job asks the provider at once. */
  wakeShop: () => void;
}

interface Item {
  eventId: string;
  blockId: string | null;
  startDate: string;
}

/** The page of the buyer asks every second; the provider is asked less often. */
const askAgainMs = 3_000;

const noStore = { 'cache-control': 'no-store' };

export function buyingHandlers(deps: Deps): Handlers<'buyProduct' | 'getCheckout'> {
  const { db, now, paymentProvider: provider, prices, originOf } = deps;
  return {
    async buyProduct({ path, body, request }) {
      const { stripePriceId: priceId } = path;
      const urls = readReturnUrls(request, body, deps);
      const priced = await listSoldItems(db, [priceId]);
      if (priced.length === 0) throw problem('not-found');
      const instant = now();
      const items = priced.filter((item) => saleState(item, instant) === 'on-sale');
      if (items.length === 0) throw problem('not-on-sale');
      await assertNotOwned(request, body.email, items);
      try {
        const price = await prices.find(priceId);
        if (price === undefined || !price.isSold) throw problem('not-on-sale');
        const { email, promotion: code } = body;
        if (price.amount === 0) await assertNotTakenBack(request.user, email, items);
        const { mine, ...opener } = openerOf(request);
        const promotion =
          (await promotionOfOpenPage({ email, priceId, code }, mine)) ??
          (await applyPromotion({ db, provider, now }, code, { price, email, user: request.user }));
        const isFast = beginsSoon(items, instant) || (await isOnItsWay(request, email, items));
        const createdAt = instant.toISOString();
        const attempt = attemptOf(request);
        const order = {
          ...opener,
          purchaseCounter: attempt?.counter ?? null,
          email,
          priceId,
          priceAmount: price.amount,
          priceCurrency: price.currency,
          createdAt,
          checkout: { ...urls, origin: originOf(request), promotion, isFast },
          reconcileAt: nextReconcile({ status: 'pending', createdAt, lacksReceipt: false }, instant),
        };
        const page = await openCheckout({ db, provider, now }, order, { items, mine, caller: request.user });
        if (attempt) attempt.isRepetition = !page.isNew;
        return { status: 200, body: { redirectUrl: page.url } };
      } catch (error) {
        throw providerProblem(request, error, (refusal) =>
          purchaseRefused(refusal, { hasPromotion: body.promotion !== undefined }),
        );
      }
    },

    async getCheckout({ path, request }) {
      const order = await findOrderOfSession(db, path.checkoutId);
      if (order === undefined || !isMine(order, request)) throw problem('not-found');
      const instant = now();
      const status = checkoutStatus(order);
      const askedBefore = new Date(instant.getTime() - askAgainMs);
      const isWaiting = status === 'unlocking' || status === 'open';
      if (isWaiting && (await makeDue(db, order.id, { now: instant, askedBefore }))) deps.wakeShop();
      const items = await listOrderItems(db, order.id);
      const { amount, currency } = order;
      return {
        status: 200,
        headers: noStore,
        body: {
          status,
          access: accessOf(order, request.user),
          canClaim: canClaim(order, request.user),
          items,
          amount,
          currency,
        },
      };
    },
  };

  /** For a payment page that is open already, the provider is not asked again: such calls have no limit. */
  async function promotionOfOpenPage(
    { code, ...page }: { email: string; priceId: string; code: string | undefined },
    mine: string[],
  ) {
    if (code === undefined) return undefined;
    const open = await findOpenOrder(db, page, mine);
    const promotion = open && isUsable(open, now()) ? open.checkout.promotion : undefined;
    return promotion?.code.toLowerCase() === code.toLowerCase() ? promotion : undefined;
  }

  /** Anybody else, and who uses a code for all of the price, learns it by mail. */
  async function assertNotTakenBack(user: SignedInUser | undefined, email: string, items: Item[]) {
    if (user === undefined || user.email !== email) return;
    if (covers(await listTakenBackItems(db, user.userId), items, now()))
      throw problem('not-on-sale', {
        detail:
          'The organiser has taken back your free ticket for this. You cannot take it again for nothing.',
      });
  }

  /** Money that takes days keeps nobody from paying at once: what arrives second goes back. */
  async function isOnItsWay(request: FastifyRequest, email: string, items: Item[]) {
    const { user } = request;
    if (user === undefined || user.email !== email) return false;
    const buyer = { userId: user.userId, ...openerOf(request) };
    return covers(await listHeldUpItems(db, buyer, 'processing'), items, now());
  }

  /**
   * Only for a signed-in user who buys for their own account. For everybody else the answer would tell what an address
   * has bought.
   */
  async function assertNotOwned(request: FastifyRequest, email: string, items: Item[]) {
    const { user } = request;
    if (user === undefined || user.email !== email) return;
    const buyer = { userId: user.userId, ...openerOf(request) };
    if (covers(await listHeldItems(db, user.userId), items, now())) throw problem('already-owned');
    // A dispute that is won opens the first purchase again: the second one would be paid for nothing.
    if (covers(await listHeldUpItems(db, buyer, 'disputed'), items, now()))
      throw problem('payment-disputed', {
        detail:
          'You have paid for this, and your bank is deciding about a dispute of the payment. If the dispute is a mistake, ask your bank to withdraw it: then you have access again. If the bank gives your money back, you can buy it again.',
      });
  }
}

function readReturnUrls(
  request: FastifyRequest,
  body: { successUrl: string; cancelUrl: string },
  { publicUrl, allowedOrigins }: Deps,
) {
  const allowed = [ownOrigin(request, publicUrl), ...allowedOrigins];
  const fields = ['successUrl', 'cancelUrl'] as const;
  const issues = fields
    .filter((field) => findAllowedUrl(body[field], allowed) === undefined)
    .map((field) => bodyIssue(`/${field}`, 'Must be an address of this site or of an allowed origin.'));
  if (issues.length > 0) throw validationProblem(issues);
  return { successUrl: body.successUrl, cancelUrl: body.cancelUrl };
}

function checkoutStatus({ status, sessionState }: ReturningOrder) {
  if (status === 'pending') return sessionState === 'open' ? 'open' : 'unlocking';
  if (status === 'failed') return 'expired';
  return status === 'lost' ? 'disputed' : status;
}

function accessOf(order: ReturningOrder, user: SignedInUser | undefined) {
  if (user === undefined) return null;
  if (order.userId !== user.userId && order.email !== user.email) return 'other-address';
  if (order.userId === user.userId) return order.status === 'paid' ? 'granted' : 'none';
  return canClaim(order, user) ? 'unclaimed' : 'none';
}

function canClaim(order: ReturningOrder, user: SignedInUser | undefined): boolean {
  return user !== undefined && order.userId === null && isClaimable(order);
}
