import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import { type BlockCopy, copyBlocks, copyLiveStreams, holdEvent } from './duplicate-event.repository.ts';
import { findEvent, insertEvent } from './event.repository.ts';
import { movePeriod, moveSale } from './move-dates.ts';

/**
 * Copies an event with its blocks and live streams, as a draft whose dates are moved (docs/product.md, 12.13). The
 * picture is shared: pictures never change, and one that an event uses is not deleted.
 * @returns the new event and what was copied with it. @throws the broken unique constraint when the slug is taken.
 */
export async function duplicateEvent(
  trx: Db,
  eventId: string,
  { name, slug, days }: { name: string; slug: string; days: number },
) {
  await holdEvent(trx, eventId);
  const event = await findEvent(trx, eventId, { blocks: true, liveStreams: true });
  if (event === undefined) throw problem('not-found');
  const { id: _id, blocks = [], startDate, endDate, ...kept } = splitVersion(event).fields;
  const move = (dated: Parameters<typeof movePeriod>[0] & Parameters<typeof moveSale>[0]) => {
    const [moved, sale] = [movePeriod(dated, days, event.timezone), moveSale(dated, days, event.timezone)];
    if (moved === undefined || sale === undefined)
      throw validationProblem([bodyIssue('/days', 'A date would leave the years 1 to 9999.')]);
    return { ...moved, ...sale };
  };
  const copy = await insertEvent(trx, {
    ...kept,
    ...move({ ...kept, startDate, endDate }),
    name,
    slug,
    status: 'draft' as const,
  });
  const copies = blocks.map((block): BlockCopy => ({ ...move(block), from: block.id, id: randomUUID() }));
  const streamIds = blocks.flatMap(({ liveStreams = [] }) => liveStreams.map(({ id }) => id));
  if (copies.length > 0) await copyBlocks(trx, copy.id, copies);
  if (streamIds.length > 0) await copyLiveStreams(trx, copies, streamIds);
  return { ...splitVersion(copy).fields, blocks: copies.length, liveStreams: streamIds.length };
}
