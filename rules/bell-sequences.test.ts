/** Random evenings of taps, against a model that is written the other way round. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bell,
  type BellKind,
  type BoutState,
  boutState,
  chapterStartMs,
  elapsedInRound,
  nextBell,
  otherBells,
  type Ringable,
  roundsSeen,
} from './bell.ts';

const kinds: BellKind[] = ['walkout', 'round-start', 'round-end', 'stopped', 'over'];
const plan = { rounds: 3, hasExtraRound: true };

/**
 * The model: a server that keeps what arrives in a sorted list and takes out what is undone. It asks for facts of the whole list:
 * is there an end, which is the highest round, what was heard of that round.
 */
class Model {
  readonly #taps: Bell[] = [];
  readonly #undone = new Set<string>();

  ring(tap: Bell): void {
    if (this.#undone.has(tap.id) || this.#taps.some(({ id }) => id === tap.id)) return;
    const isLater = (other: Bell) => other.at > tap.at || (other.at === tap.at && other.id > tap.id);
    const index = this.#taps.findIndex(isLater);
    this.#taps.splice(index === -1 ? this.#taps.length : index, 0, tap);
  }

  undo(id: string): void {
    this.#undone.add(id);
    const index = this.#taps.findIndex((tap) => tap.id === id);
    if (index !== -1) this.#taps.splice(index, 1);
  }

  state(upToMs: number): BoutState {
    const taps = this.#taps.filter(({ at }) => at <= upToMs);
    const end = taps.find(({ kind }) => kind === 'over');
    const fight = taps.slice(0, end && taps.indexOf(end));
    const ofRounds = fight.filter(({ kind, round }) => round && round > 0 && /round|stop/.test(kind));
    const round = ofRounds.length > 0 ? Math.max(...ofRounds.map((tap) => tap.round as number)) : null;
    if (end) return { phase: 'over', round, sinceMs: end.at };
    const walkout = fight.find(({ kind }) => kind === 'walkout');
    if (round !== null) return lastRound(ofRounds.filter((tap) => tap.round === round));
    return walkout
      ? { phase: 'walkout', round: null, sinceMs: walkout.at }
      : { phase: 'waiting', round: null, sinceMs: null };
  }
}

const letters = { 'round-start': 'r', 'round-end': 'e', stopped: 's' } as Record<BellKind, string>;
const phases: Record<string, BoutState['phase']> = { r: 'round', e: 'break', s: 'stopped' };
/** What changes nothing: a bell twice, and a stop after the end. */
const withoutEffect = ['rr', 'ee', 'ss', 'es'];

function lastRound(taps: Bell[]): BoutState {
  let said = '';
  let sinceMs: number | null = null;
  for (const { kind, at } of taps) {
    const letter = letters[kind];
    if (withoutEffect.includes(`${said.at(-1)}${letter}`)) continue;
    said += letter;
    sinceMs = at;
  }
  return {
    phase: phases[said.at(-1) as string] as BoutState['phase'],
    round: taps[0]?.round ?? null,
    sinceMs,
  };
}

interface Step {
  /** Since the step before. */
  gapMs: number;
  does: 'next' | 'other' | 'random' | 'double' | 'again' | 'undo';
  device: 0 | 1;
  /** Chooses what `does` leaves open. */
  choice: number;
  kind: BellKind;
  round: number | null;
  /** By which what reached the server is sorted. */
  arrival: number;
}

const steps = fc.array(
  fc.record<Step>({
    gapMs: fc.oneof(fc.integer({ max: 12_000, min: 0 }), fc.integer({ max: 200_000, min: 0 })),
    does: fc.constantFrom('next', 'next', 'next', 'next', 'other', 'random', 'double', 'again', 'undo'),
    device: fc.constantFrom(0, 1),
    choice: fc.nat({ max: 3 }),
    kind: fc.constantFrom(...kinds),
    round: fc.constantFrom(null, -1, 0, 1, 2, 3, 4, 99),
    arrival: fc.nat({ max: 40 }),
  }),
  { maxLength: 25 },
);
/** How far the clocks of the two devices are off. */
const clocks = fc.tuple(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -10, max: 10 }));

type Arrival = { arrival: number } & ({ tap: Bell } | { undone: string });

/** What two timekeepers have sent in an evening; who rings the next bell sees what was rung before. */
function play(evening: Step[], offsets: [number, number]): Arrival[] {
  const arrivals: Arrival[] = [];
  const rung: Bell[] = [];
  let now = 1_800_000_000_000;
  const ring = (step: Step, { kind, round }: Ringable, late = 0) => {
    const at = now + late + offsets[step.device] * 1_000;
    const id = `${(step.choice * 7 + rung.length * 3) % 10}-${rung.length}`;
    const tap = { id, kind, round, at, isUndone: false };
    rung.push(tap);
    arrivals.push({ arrival: step.arrival, tap });
  };
  for (const step of evening) {
    now += step.gapMs;
    const state = boutState(rung);
    const last = rung.at(-1);
    const earlier = rung.at(-1 - (step.choice % 3));
    const others = otherBells(state, plan);
    const next = nextBell(state, plan);
    if (step.does === 'next' && next) ring(step, next);
    else if (step.does === 'other' && others.length > 0)
      ring(step, others[step.choice % others.length] as Ringable);
    else if (step.does === 'random') ring(step, step);
    else if (step.does === 'double' && last) ring(step, last, step.choice * 1_500);
    else if (step.does === 'again' && earlier) arrivals.push({ arrival: step.arrival, tap: { ...earlier } });
    else if (step.does === 'undo' && earlier) {
      earlier.isUndone = true;
      arrivals.push({ arrival: step.arrival, undone: earlier.id });
    }
  }
  return arrivals;
}

/** The rows of the server, in the order in which they came. */
function rowsOf(arrivals: Arrival[]): Bell[] {
  return arrivals.flatMap((one) => ('tap' in one ? [{ ...one.tap }] : []));
}

const evenings = fc.tuple(steps, clocks).map(([evening, offsets]) => play(evening, offsets));

describe('a random sequence of taps', () => {
  it('gives the state of the model, now and at each time before', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(evenings, fc.nat({ max: 2_000_000 }), (sent, sinceStart) => {
        const model = new Model();
        const arrivals = sent.toSorted((a, b) => a.arrival - b.arrival);
        for (const one of arrivals) {
          if ('tap' in one) model.ring(one.tap);
          else model.undo(one.undone);
        }
        const rows = rowsOf(arrivals);
        for (const upToMs of [Number.POSITIVE_INFINITY, 1_800_000_000_000 + sinceStart])
          expect(boutState(rows, upToMs)).toEqual(model.state(upToMs));
      }),
      { numRuns: 10_000 },
    );
  });

  it('means the same in whatever order it arrives', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(evenings, (sent) => {
        const inOrder = rowsOf(sent);
        const late = rowsOf(sent.toSorted((a, b) => a.arrival - b.arrival));
        const atMs = inOrder.at(-1)?.at ?? 0;
        for (const read of [
          boutState,
          roundsSeen,
          (bells: Bell[]) => elapsedInRound(bells, atMs),
          (bells: Bell[]) => chapterStartMs(bells, 2_000),
        ])
          expect(read(late)).toEqual(read(inOrder));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves rounds that follow each other, and only the last one runs', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(evenings, (sent) => {
        const bells = rowsOf(sent);
        const state = boutState(bells);
        const rounds = roundsSeen(bells);
        for (const [index, { round, startMs, endMs }] of rounds.entries()) {
          const next = rounds[index + 1];
          if (next) expect(next.round).toBeGreaterThan(round);
          expect(endMs === undefined).toBe(state.phase === 'round' && !next);
          expect(startMs).toBeLessThanOrEqual(endMs ?? startMs);
          expect(endMs ?? 0).toBeLessThanOrEqual(next?.startMs ?? Number.POSITIVE_INFINITY);
        }
        const last = rounds.at(-1);
        const seconds = elapsedInRound(bells, 1_900_000_000_000)?.seconds;
        if (last?.endMs !== undefined && last.round === state.round && seconds !== undefined)
          expect(seconds).toBeLessThanOrEqual((last.endMs - last.startMs) / 1_000);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws, whatever the rows are', () => {
    const anyBell = fc.record<Bell>({
      id: fc.string({ maxLength: 2 }),
      kind: fc.constantFrom(...kinds),
      round: fc.option(fc.double()),
      at: fc.double(),
      isUndone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyBell, { selector: ({ id }) => id }), fc.double(), (bells, atMs) => {
        const state = boutState(bells, atMs);
        nextBell(state, plan);
        otherBells(state, plan);
        roundsSeen(bells);
        elapsedInRound(bells, atMs);
        chapterStartMs(bells, atMs);
        expect(boutState(bells.toReversed(), atMs)).toEqual(state);
      }),
      { numRuns: 2_000 },
    );
  });
});
