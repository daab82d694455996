import { recordChange } from '../../audit/record-change.ts';
import type { Call, Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { lockBlock, updateBlock } from '../../events/block.repository.ts';
import { lockEvent, updateEvent } from '../../events/event.repository.ts';
import { splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../../http/problems.ts';
import type { Prices } from '../prices/prices.ts';
import { providerProblem } from '../provider-problems.ts';
import { listPriceItems } from './bundle.repository.ts';

interface Deps {
  db: Db;
  prices: Prices;
}

interface PriceChange {
  eventId: string;
  blockId: string | null;
  /** What the caller has seen there. */
  seen: string | null;
  next: string | null;
  pointer: string;
}

/** One price for several events: all of them are changed, or none (docs/product.md, 27). */
export function bundleHandlers({ db, prices }: Deps): Handlers<'listPriceItems' | 'updatePriceItems'> {
  return {
    async listPriceItems({ path }) {
      return { status: 200, body: { data: await listPriceItems(db, path.stripePriceId) } };
    },

    async updatePriceItems({ path, body, request }) {
      const { stripePriceId: priceId } = path;
      const changes = readChanges(priceId, body);
      if ((body.add ?? []).length > 0) {
        const price = await prices.find(priceId).catch((error) => {
          throw providerProblem(request, error, () => problem('not-found'));
        });
        if (price === undefined) throw problem('not-found');
        if (!price.isSold)
          throw problem('conflict', { detail: 'The payment provider does not sell this price.' });
      }
      await db.transaction().execute(async (trx) => {
        for (const change of inLockOrder(changes)) {
          const { before, after, entityId } = await (change.blockId === null ? changeEvent : changeBlock)(
            trx,
            change,
          );
          await recordChange(trx, request, {
            action: 'updatePriceItems',
            entityType: change.blockId === null ? 'event' : 'block',
            entityId,
            before,
            after,
          });
        }
      });
      return { status: 204 };
    },
  };
}

function readChanges(
  priceId: string,
  { add = [], remove = [] }: Call<'updatePriceItems'>['body'],
): PriceChange[] {
  const changes = [
    ...add.map(({ stripePriceId: seen, ...item }, index) => ({
      ...item,
      seen,
      next: priceId,
      pointer: `/add/${index}`,
    })),
    ...remove.map((item, index) => ({ ...item, seen: priceId, next: null, pointer: `/remove/${index}` })),
  ].map((change) => ({
    ...change,
    eventId: change.eventId.toLowerCase(),
    blockId: change.blockId?.toLowerCase() ?? null,
  }));
  const keys = changes.map(keyOf);
  const twice = changes.find((change, index) => keys.indexOf(keyOf(change)) < index);
  if (twice) throw validationProblem([bodyIssue(twice.pointer, 'Is there twice.')]);
  return changes;
}

const keyOf = ({ eventId, blockId }: PriceChange) => `${eventId} ${blockId ?? ''}`;

/** All events before all blocks, each by its id: two calls at once cannot deadlock. */
function inLockOrder(changes: PriceChange[]): PriceChange[] {
  const place = (change: PriceChange) => `${change.blockId === null ? 0 : 1} ${keyOf(change)}`;
  return changes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

async function changeEvent(trx: Db, change: PriceChange) {
  const event = await lockEvent(trx, change.eventId);
  if (event === undefined) throw unknown(change, 'eventId', 'There is no such event.');
  assertSeen(change, event.stripePriceId);
  const changed = await updateEvent(trx, event, { stripePriceId: change.next });
  return { entityId: event.id, before: splitVersion(event).fields, after: splitVersion(changed).fields };
}

async function changeBlock(trx: Db, change: PriceChange) {
  const block = await lockBlock(trx, change.eventId, String(change.blockId));
  if (block === undefined) throw unknown(change, 'blockId', 'The event has no such block.');
  assertSeen(change, block.stripePriceId);
  const changed = await updateBlock(trx, block, { stripePriceId: change.next });
  return { entityId: block.id, before: splitVersion(block).fields, after: splitVersion(changed).fields };
}

function unknown({ pointer }: PriceChange, field: string, detail: string) {
  return validationProblem([bodyIssue(`${pointer}/${field}`, detail)]);
}

function assertSeen({ pointer, seen }: PriceChange, now: string | null): void {
  if (now === seen) return;
  throw conflict(bodyIssue(pointer, 'Somebody else has changed its price meanwhile. Look at it again.'));
}
