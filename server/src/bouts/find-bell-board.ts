import type { Db } from '../db/database.ts';
import { findEvent } from '../events/event.repository.ts';
import { eventFrame } from '../streams/event-frame.ts';
import { listBells } from './bell.repository.ts';
import { listBouts } from './bout.repository.ts';

/** The card of an event with its bells; undefined: there is no such event. */
export async function findBellBoard(db: Db, eventId: string) {
  const [event, bouts, bells] = await Promise.all([
    findEvent(db, eventId, { blocks: false, liveStreams: false }),
    listBouts(db, eventId),
    listBells(db, eventId),
  ]);
  if (event === undefined) return undefined;
  const at = bells.findLast(({ undoneAt }) => undoneAt === null)?.at ?? null;
  return { at, eventName: event.name, bouts, bells: bells.map(({ rungAt: _, ...bell }) => bell) };
}

/** The same as the event `card` of a stream. */
export async function findBellBoardFrame(db: Db, eventId: string) {
  const board = await findBellBoard(db, eventId);
  return board && eventFrame('card', board);
}
