import { describe, expect, it } from 'vitest';
import { fakeBlock, fakeCompetition } from '../../../test/fake-competition.ts';
import type { Block, BlockAccess } from '../competition-types.ts';
import { type CardState, mainAction } from './main-action.ts';

const paid = { paymentRequired: true, stripePriceId: 'price_x' };
const free = fakeBlock('Prelims', { from: 2, to: 3 });
const main = fakeBlock('Main card', { from: 3, to: 5 }, paid);
const last = fakeBlock('Finals', { from: 6, to: 8 }, paid);

const visitor = { isLoggedIn: false, accesses: undefined };
/** The accesses of a signed-in viewer, by block. */
function viewer(...reasons: Array<[Block, BlockAccess['reason']]>) {
  const accesses = reasons.map(([{ id }, reason]) => ({
    blockId: id,
    canWatch: reason === null,
    reason,
    startDate: null,
    endDate: null,
  }));
  return { isLoggedIn: true, accesses };
}

const state = (change: Partial<CardState>): CardState => ({
  phase: 'upcoming',
  live: undefined,
  next: undefined,
  replays: [],
  ...change,
});
const of = (...blocks: Block[]) => fakeCompetition(blocks);
const watch = (block: Block) => ({ main: 'watch', block, note: null });
const tickets = { main: 'tickets', note: null };

// docs/product.md, 36.2.
describe('before the event', () => {
  const upcoming = state({ next: free });
  it('offers the tickets, and nothing while it is not known whether the viewer has them', () => {
    expect(mainAction(of(free, main), upcoming, visitor)).toEqual(tickets);
    expect(mainAction(of(free, main), upcoming, viewer([main, 'access-required']))).toEqual(tickets);
    expect(mainAction(of(main), upcoming, { isLoggedIn: true, accesses: 'loading' })).toEqual({
      main: null,
      note: null,
    });
    // The accesses could not be loaded.
    expect(mainAction(of(main), upcoming, { isLoggedIn: true, accesses: undefined })).toEqual(tickets);
  });

  it('says that the viewer has access to all of it, also to what has not begun', () => {
    const all = viewer([main, 'access-not-started'], [last, 'stream-inactive']);
    expect(mainAction(of(free, main, last), upcoming, all)).toEqual({ main: null, note: 'has-access' });
    const some = viewer([main, null], [last, 'access-required']);
    expect(mainAction(of(free, main, last), upcoming, some)).toEqual(tickets);
  });

  it('asks a visitor of a free event for an account', () => {
    expect(mainAction(of(free), upcoming, visitor)).toEqual({ main: 'register', note: null });
    expect(mainAction(of(free), upcoming, viewer())).toEqual({ main: null, note: 'has-access' });
    expect(mainAction(of(), state({}), visitor)).toEqual({ main: null, note: null });
  });
});

describe('while it is live', () => {
  const live = state({ phase: 'live', live: main, next: last, replays: [free] });
  it('leads to the picture only who may see it', () => {
    expect(mainAction(of(free, main, last), live, viewer([main, null]))).toEqual(watch(main));
    expect(mainAction(of(free, main, last), live, viewer([main, 'access-required']))).toEqual(tickets);
    expect(mainAction(of(free, main, last), live, viewer([main, 'access-ended']))).toEqual(tickets);
    expect(mainAction(of(free), { ...live, live: free }, visitor)).toEqual(watch(free));
  });

  it('shows a visitor the tickets, and the way in for those who have one', () => {
    expect(mainAction(of(free, main), live, visitor)).toEqual({ ...tickets, block: main });
  });

  it('offers the replay of an earlier block in a break', () => {
    const rest = state({ phase: 'live', next: last, replays: [free, main] });
    expect(mainAction(of(free, main, last), rest, visitor)).toEqual(watch(free));
    expect(mainAction(of(main, last), { ...rest, replays: [main] }, visitor)).toEqual(tickets);
  });
});

describe('after it', () => {
  const past = state({ phase: 'past', replays: [main, free] });
  it('offers the first replay that the viewer can watch', () => {
    expect(mainAction(of(main, free), past, visitor)).toEqual(watch(free));
    expect(mainAction(of(main, free), past, viewer([main, null]))).toEqual(watch(main));
    const without = viewer([main, 'access-required']);
    expect(mainAction(of(main), { ...past, replays: [main] }, without)).toEqual(tickets);
  });

  it('promises nothing without a replay', () => {
    const over = { main: null, note: 'over' };
    expect(mainAction(of(main), state({ phase: 'past' }), visitor)).toEqual(over);
    expect(mainAction(of(main), state({ phase: 'live' }), visitor)).toEqual(over);
    expect(mainAction(of(), state({ phase: 'past' }), visitor)).toEqual(over);
  });
});
