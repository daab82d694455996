/**
 * What was paid on this device by somebody who cannot watch it yet: they are not signed in, or have not confirmed their
 * address. The server tells nobody what an address has bought, so without this note the page would offer the same again
 * (docs/product.md, 25.5).
 */
import type { SoldItem } from '../shop.queries.ts';

const storageKey = 'ringside-paid';
const keptMs = 7 * 24 * 3_600_000;
const keptAtMost = 20;

interface Note {
  checkoutId: string;
  /** Ids of events and blocks. */
  ids: string[];
  at: number;
}

/** The id of what is sold: the block, or the whole event. */
const soldId = ({ blockId, eventId }: SoldItem) => blockId ?? eventId;

function read(): Note[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isNote).filter(({ at }) => at > Date.now() - keptMs);
  } catch {
    return [];
  }
}

function isNote(value: unknown): value is Note {
  const note = value as Partial<Note> | null;
  return typeof note?.checkoutId === 'string' && typeof note.at === 'number' && Array.isArray(note.ids);
}

function write(notes: Note[]) {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(notes.slice(-keptAtMost)));
  } catch {
    // Without storage the page only offers it again; the server refunds what is paid twice.
  }
}

export function rememberPaid(checkoutId: string, items: readonly SoldItem[]) {
  const others = read().filter((note) => note.checkoutId !== checkoutId);
  write([...others, { checkoutId, ids: items.map(soldId), at: Date.now() }]);
}

export function forgetPaid(checkoutId: string) {
  const notes = read();
  if (notes.some((note) => note.checkoutId === checkoutId))
    write(notes.filter((note) => note.checkoutId !== checkoutId));
}

/** An event or a block. */
export type Sold = Pick<SoldItem, 'blockId' | 'eventId'>;

/** The payment pages on which this, or anything, was paid for; newest first. An event includes its blocks. */
export function paidCheckoutsOf(sold?: Sold): string[] {
  const isOf = ({ ids }: Note) =>
    sold === undefined || ids.includes(sold.eventId) || (sold.blockId !== null && ids.includes(sold.blockId));
  return read()
    .filter(isOf)
    .map(({ checkoutId }) => checkoutId)
    .reverse();
}
