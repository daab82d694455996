/**
 * What the poster of an event offers first (docs/product.md, 36.2). Pure; the caller passes the state of the card. What
 * the viewer cannot watch is not promised to them: it leads to the tickets.
 */
import type { Phase } from '@ringside/rules/event-words';
import type { Block, BlockAccess, Competition } from '../competition-types.ts';
import { sellsTickets } from '../sells-tickets.ts';

/** What the clock and the broadcasts say of the card. */
export interface CardState {
  phase: Phase;
  live: Block | undefined;
  next: Block | undefined;
  /** The blocks with a replay, in order. */
  replays: readonly Block[];
}

interface Viewer {
  isLoggedIn: boolean;
  /** `loading`: they are on their way. Undefined: signed out, or they could not be loaded. */
  accesses: readonly BlockAccess[] | 'loading' | undefined;
}

export interface MainAction {
  /** Null: nothing leads any further but the calendar, or it is not known yet. */
  main: 'watch' | 'tickets' | 'register' | null;
  /** The block of `watch`; beside `tickets`, one that its owner can still reach by signing in. */
  block?: Block;
  note: 'has-access' | 'over' | null;
}

export function mainAction(
  competition: Pick<Competition, 'stripePriceId' | 'blocks'>,
  { phase, live, next, replays }: CardState,
  viewer: Viewer,
): MainAction {
  const opens = (block: Block) => isOpen(block, viewer);
  const pictures = live ? [live] : replays;
  const block = pictures.find(opens);
  if (block) return { main: 'watch', block, note: null };
  // In a break, what comes next is more than a replay that is not open.
  const locked = live || !next ? pictures[0] : undefined;
  if (locked) return viewer.isLoggedIn ? tickets : { ...tickets, block: locked };
  if (phase === 'past' || (!next && competition.blocks.length > 0)) return { main: null, note: 'over' };
  if (sellsTickets(competition)) {
    if (viewer.accesses === 'loading') return nothing;
    const hasAll = viewer.isLoggedIn && viewer.accesses !== undefined && competition.blocks.every(opens);
    return hasAll ? { main: null, note: 'has-access' } : tickets;
  }
  if (competition.blocks.length === 0) return nothing;
  return viewer.isLoggedIn ? { main: null, note: 'has-access' } : { main: 'register', note: null };
}

const nothing = { main: null, note: null } as const;
const tickets = { main: 'tickets', note: null } as const;

/** While it is not known, the answer is the friendly one: the watch page knows better. */
function isOpen({ id, paymentRequired }: Block, { isLoggedIn, accesses }: Viewer) {
  if (!paymentRequired) return true;
  if (!isLoggedIn) return false;
  if (accesses === 'loading' || accesses === undefined) return true;
  const reason = accesses.find(({ blockId }) => blockId === id)?.reason;
  return reason !== 'access-required' && reason !== 'access-ended';
}
