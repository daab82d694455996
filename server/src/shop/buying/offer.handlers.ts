import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { ProviderAway, type ProviderPrice } from '../payment-provider.ts';
import type { Prices } from '../prices/prices.ts';
import { listHeldItems, listHeldUpItems, listLentItems } from './buying.repository.ts';
import { covers, saleState } from './buying.rules.ts';
import { listOfferRows, type OfferRow } from './offer.repository.ts';
import { openerOf } from './opener.ts';
import { listSoldItems, type SoldItem } from './sold-items.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
  prices: Prices;
  /** By id or slug; undefined for a draft. */
  findCompetition: (idOrSlug: string) => Promise<{ id: string } | undefined>;
}

type OfferState = ReturnType<typeof saleState> | 'owned' | 'pending' | 'disputed' | 'part-of-event';

interface Item {
  eventId: string;
  blockId: string | null;
  startDate?: string;
}

interface Held {
  owned: Item[];
  processing: Item[];
  disputed: Item[];
  /** Open only until then. */
  lent: Array<Item & { endDate: string }>;
}

export function offerHandlers({ db, now, prices, findCompetition }: Deps): Handlers<'listOffers'> {
  return {
    async listOffers({ path, request }) {
      const competition = await findCompetition(path.competitionId);
      if (competition === undefined) throw problem('not-found');
      const rows = await listOfferRows(db, competition.id);
      const priceIds = [...new Set(rows.flatMap(({ stripePriceId }) => stripePriceId ?? []))];
      const [items, known, held] = await Promise.all([
        listSoldItems(db, priceIds),
        Promise.all(priceIds.map(async (id) => [id, await findPrice(id)] as const)),
        heldBy(request),
      ]);
      const instant = now();
      const isEventSold = rows.some(({ blockId }) => blockId === null);
      const data = rows.map((row) => {
        const price = new Map(known).get(row.stripePriceId ?? '');
        const { eventId, blockId, stripePriceId, saleStartDate, saleEndDate } = row;
        const sold = items.filter((item) => isBought(item, row, instant));
        const state = stateOf(row, { price, held, isEventSold }, instant);
        return {
          eventId,
          blockId,
          stripePriceId,
          saleStartDate,
          saleEndDate,
          price: price ? { id: price.id, unit_amount: price.amount, currency: price.currency } : null,
          state,
          accessEndDate: state === 'owned' ? null : endOf(held.lent, row, instant),
          contains: sold.map(dropSale),
          held: sold
            .filter((item) => covers([...held.owned, ...held.processing], [item], instant))
            .map(dropSale),
        };
      });
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { data } };
    },
  };

  /** undefined: it is not sold; null: the provider does not answer, and never did. */
  async function findPrice(priceId: string): Promise<ProviderPrice | undefined | null> {
    try {
      const price = await prices.find(priceId);
      return price?.isSold ? price : undefined;
    } catch (error) {
      if (error instanceof ProviderAway) return null;
      throw error;
    }
  }

  async function heldBy(request: FastifyRequest): Promise<Held> {
    const userId = request.user?.userId;
    if (userId === undefined) return { owned: [], processing: [], disputed: [], lent: [] };
    const buyer = { userId, ...openerOf(request) };
    const [owned, processing, disputed, lent] = await Promise.all([
      listHeldItems(db, userId),
      listHeldUpItems(db, buyer, 'processing'),
      listHeldUpItems(db, buyer, 'disputed'),
      listLentItems(db, userId, now()),
    ]);
    return { owned, processing, disputed, lent };
  }
}

/** The last end of the accesses that open all of it; null without one. */
function endOf(lent: Held['lent'], offer: OfferRow, now: Date): string | null {
  const ends = lent.filter((item) => covers([item], [offer], now)).map(({ endDate }) => endDate);
  return ends.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
}

function stateOf(
  row: OfferRow,
  { price, held, isEventSold }: { price: ProviderPrice | undefined | null; held: Held; isEventSold: boolean },
  now: Date,
): OfferState {
  if (covers(held.owned, [row], now)) return 'owned';
  if (covers(held.processing, [row], now)) return 'pending';
  if (covers(held.disputed, [row], now)) return 'disputed';
  if (row.stripePriceId === null) return isEventSold ? 'part-of-event' : 'not-on-sale';
  return price === undefined ? 'not-on-sale' : saleState(row, now);
}

/** What a purchase of this offer opens now: also what it is offered for, while it waits for the start of its sale. */
function isBought(item: SoldItem & { priceId: string }, offer: OfferRow, now: Date): boolean {
  if (item.priceId !== offer.stripePriceId) return false;
  const isOffered = item.eventId === offer.eventId && item.blockId === offer.blockId;
  return isOffered || saleState(item, now) === 'on-sale';
}

function dropSale({ eventId, eventName, eventSlug, blockId, blockName, blockSlug }: SoldItem) {
  return { eventId, eventName, eventSlug, blockId, blockName, blockSlug };
}
