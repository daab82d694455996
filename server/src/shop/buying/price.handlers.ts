import { recordChange } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../../http/problems.ts';
import { findPriceFault } from '../currency.rules.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { storePrice } from '../prices/price-cache.repository.ts';
import type { Prices } from '../prices/prices.ts';
import { providerProblem } from '../provider-problems.ts';
import { type Refusal, refusedPart } from '../refusal.rules.ts';
import { listPricedItems, listSoldItems } from './sold-items.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  paymentProvider: PaymentProvider;
  prices: Prices;
}

export function priceHandlers({
  db,
  now,
  paymentProvider: provider,
  prices,
}: Deps): Handlers<'getPrice' | 'listPrices' | 'createPrice'> {
  return {
    async getPrice({ path, request }) {
      const { stripePriceId: priceId } = path;
      // A draft is not visible through its price either.
      if ((await listSoldItems(db, [priceId])).length === 0) throw problem('not-found');
      const price = await prices.find(priceId).catch((error) => {
        throw providerProblem(request, error, () => problem('not-found'));
      });
      if (price === undefined) throw problem('not-found');
      const { id, amount, currency } = price;
      return {
        status: 200,
        headers: { 'cache-control': 'public, max-age=3600, stale-while-revalidate=3600' },
        body: { id, unit_amount: amount, currency },
      };
    },

    async listPrices({ query, request }) {
      const list = await provider.listPrices().catch((error) => {
        throw providerProblem(request, error, () => problem('not-found'));
      });
      const wanted = (query.q ?? '').toLowerCase();
      const found = list.data.filter(({ id, name }) => `${name}\n${id}`.toLowerCase().includes(wanted));
      const items = await listPricedItems(
        db,
        found.map(({ id }) => id),
      );
      const data = found.map(({ isSold: _isSold, amount, ...price }) => ({
        ...price,
        unit_amount: amount,
        usedBy: items.filter(({ priceId }) => priceId === price.id),
      }));
      return { status: 200, body: { data, hasMore: list.hasMore } };
    },

    async createPrice({ body, request }) {
      const fault = findPriceFault(body.unit_amount, body.currency);
      if (fault) throw validationProblem([bodyIssue('/unit_amount', fault)]);
      const price = await provider.createPrice({ ...body, amount: body.unit_amount }).catch((error) => {
        throw providerProblem(request, error, refusedPrice);
      });
      await db.transaction().execute(async (trx) => {
        await storePrice(trx, price.id, { body: price, now: now() });
        const { key: _key, ...created } = body;
        await recordChange(trx, request, {
          action: 'createPrice',
          entityId: price.id,
          before: null,
          after: created,
        });
      });
      return {
        status: 201,
        headers: { location: `/api/v1/shop/prices/${price.id}` },
        body: { id: price.id },
      };
    },
  };
}

const refusedFields: { [part: string]: [pointer: string, detail: string] } = {
  key: ['/key', 'Another price was created with this key.'],
  'too-small': ['/unit_amount', 'The payment provider takes no amount as small as this.'],
  'too-large': ['/unit_amount', 'The payment provider takes no amount as large as this.'],
  amount: ['/unit_amount', 'The payment provider does not accept this amount.'],
  currency: ['/currency', 'The payment provider does not accept this currency.'],
  name: ['/name', 'The payment provider does not accept this name.'],
};

function refusedPrice(refusal: Refusal) {
  const field = refusedFields[refusedPart(refusal)];
  return field
    ? conflict(bodyIssue(...field))
    : problem('conflict', { detail: `The payment provider does not accept this price: ${refusal.code}.` });
}
