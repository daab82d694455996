import { track } from '../stage/tracks.ts';
import { ANSWERS, type AnswerName, HOLDS, type HoldName } from './answers.ts';
import type { Move } from './moves.ts';
import { STRIKES, type StrikeName } from './strikes.ts';

export type Side = 'red' | 'blue';
export type Actor = Side | 'referee';

/** The end of one round, and the start of the next: the picture wipes between them, and again at the join. */
export const ROUND_END = 14;
export const NEXT_ROUND_PICTURE = 16;
export const ROUND_START = 17;

interface Exchange {
  /** When it lands. */
  at: number;
  by: Side;
  strike: StrikeName;
  answer: AnswerName;
}

const EXCHANGES: readonly Exchange[] = [
  { at: 0.9, by: 'red', strike: 'jab', answer: 'block' },
  { at: 1.9, by: 'blue', strike: 'jab', answer: 'slip' },
  { at: 2.2, by: 'blue', strike: 'cross', answer: 'block' },
  { at: 3.3, by: 'red', strike: 'lowKick', answer: 'hitLeg' },
  { at: 4.5, by: 'red', strike: 'jab', answer: 'block' },
  { at: 4.78, by: 'red', strike: 'cross', answer: 'hitHead' },
  { at: 5.12, by: 'red', strike: 'hook', answer: 'block' },
  { at: 6.5, by: 'blue', strike: 'teep', answer: 'hitBody' },
  { at: 7.7, by: 'blue', strike: 'jab', answer: 'block' },
  { at: 7.95, by: 'blue', strike: 'cross', answer: 'slip' },
  { at: 8.55, by: 'blue', strike: 'bodyKick', answer: 'blockKick' },
  { at: 10.35, by: 'red', strike: 'knee', answer: 'hitBody' },
  { at: 11, by: 'blue', strike: 'knee', answer: 'hitBody' },
  { at: 11.45, by: 'red', strike: 'knee', answer: 'hitBody' },
  { at: 13.2, by: 'red', strike: 'headKick', answer: 'lean' },
  { at: 18.7, by: 'blue', strike: 'jab', answer: 'lean' },
  { at: 19.6, by: 'red', strike: 'jab', answer: 'block' },
  { at: 20.2, by: 'red', strike: 'lowKick', answer: 'check' },
  { at: 21.4, by: 'blue', strike: 'lowKick', answer: 'check' },
  { at: 22.3, by: 'blue', strike: 'jab', answer: 'block' },
  { at: 22.6, by: 'blue', strike: 'hook', answer: 'hitHead' },
  { at: 23.7, by: 'red', strike: 'cross', answer: 'block' },
  { at: 24.35, by: 'red', strike: 'bodyKick', answer: 'blockKick' },
  { at: 25.6, by: 'red', strike: 'jab', answer: 'block' },
  { at: 25.86, by: 'red', strike: 'cross', answer: 'hitHead' },
  { at: 26.55, by: 'red', strike: 'headKick', answer: 'stagger' },
  { at: 28.3, by: 'blue', strike: 'teep', answer: 'hitBody' },
  { at: 29.4, by: 'blue', strike: 'jab', answer: 'slip' },
  { at: 29.68, by: 'blue', strike: 'cross', answer: 'block' },
  { at: 30.75, by: 'red', strike: 'lowKick', answer: 'hitLeg' },
];

const HELD: readonly (readonly [number, Actor, HoldName])[] = [
  [9.6, 'red', 'clinch'],
  [9.6, 'blue', 'clinch'],
  [11.7, 'referee', 'stepIn'],
  [14.1, 'referee', 'stepIn'],
  [14.75, 'red', 'touchGloves'],
  [14.75, 'blue', 'touchGloves'],
  [16.75, 'referee', 'start'],
];

export interface PlannedMove {
  start: number;
  move: Move;
}

const other = (side: Side): Side => (side === 'red' ? 'blue' : 'red');

function plan(): Record<Actor, PlannedMove[]> {
  const moves: Record<Actor, PlannedMove[]> = { red: [], blue: [], referee: [] };
  for (const { at, by, strike, answer } of EXCHANGES) {
    const [hit, met] = [STRIKES[strike], ANSWERS[answer]];
    moves[by].push({ start: at - hit.contact, move: hit });
    moves[other(by)].push({ start: at - met.contact, move: met });
  }
  for (const [start, actor, hold] of HELD) moves[actor].push({ start, move: HOLDS[hold] });
  return moves;
}

export const MOVES = plan();

export interface Impact {
  at: number;
  sound: 'punch' | 'kick';
  /** 0.4 for a block, 1 for a clean hit. */
  power: number;
}

const LOUD: Record<AnswerName, number> = {
  block: 0.5,
  blockKick: 0.7,
  check: 0.65,
  lean: 0,
  slip: 0,
  hitHead: 0.85,
  hitBody: 0.75,
  hitLeg: 0.8,
  stagger: 1,
};

export const IMPACTS: readonly Impact[] = EXCHANGES.flatMap(({ at, strike, answer }) => {
  const { sound } = STRIKES[strike];
  const power = LOUD[answer];
  return power > 0 && sound !== 'none' ? [{ at, sound, power }] : [];
});

/** Between exchanges they keep out of reach; for each one they step in to its range. */
function planDistance(): (readonly [number, number])[] {
  const keys: [number, number][] = [];
  const rest = 1.56;
  EXCHANGES.forEach(({ at, strike }, index) => {
    const next = EXCHANGES[(index + 1) % EXCHANGES.length];
    const gap = next ? next.at - at : 0;
    keys.push([at, STRIKES[strike].range]);
    if (gap > 0.8 && gap < 1.5) keys.push([at + gap * 0.45, rest - 0.14]);
  });
  const free = keys.filter(([at]) => (at < 9.5 || at > 12) && at < 31.9);
  return [
    ...free,
    [9.25, 1.25],
    [9.95, 0.68],
    [11.65, 0.68],
    [12.2, 1.5],
    [14.1, 1.5],
    [14.9, 1.06],
    [15.35, 1.06],
    [15.9, 1.9],
    [16.1, 2.5],
    [17, 2.4],
    [18.1, 1.62],
    [27.2, 1.9],
    [31.5, 1.5],
  ].sort(([a = 0], [b = 0]) => a - b) as [number, number][];
}

export const distanceBetween = track(planDistance());

/** Degrees: 0 lies along the main side of the ring. */
export const lineOfFight = track([
  [0, 24],
  [3, 44],
  [6, 56],
  [9, 40],
  [11, 16],
  [13.5, 22],
  [16, 34],
  [19, 46],
  [22, 18],
  [25, 4],
  [27, 30],
  [30, 40],
]);

export const centreX = track([
  [0, -0.2],
  [4, 0.35],
  [8, 0.7],
  [12, 0.2],
  [15.8, 0],
  [17, 0],
  [21, -0.5],
  [24, -0.2],
  [27.5, 0.75],
  [30, 0.2],
]);

export const centreY = track([
  [0, 0.1],
  [5, -0.3],
  [9, 0.2],
  [13, 0.3],
  [17, 0],
  [21, -0.35],
  [26, 0.25],
  [29, 0.1],
]);

/** 1: arms down, between rounds. */
export const easeOf = track([
  [0, 0],
  [14.1, 0],
  [14.6, 0.85],
  [15.6, 1],
  [16.7, 1],
  [17.15, 0],
  [30, 0],
]);

/** How loud and how restless the hall is, from 0 to 1. */
export const excitement = track([
  [0, 0.25],
  [4.2, 0.28],
  [5, 0.6],
  [6.2, 0.3],
  [8.6, 0.5],
  [9.6, 0.25],
  [11.5, 0.5],
  [12.6, 0.25],
  [13.3, 0.75],
  [14.2, 0.6],
  [16, 0.3],
  [17.2, 0.42],
  [19, 0.22],
  [22.7, 0.5],
  [24, 0.3],
  [25.6, 0.42],
  [26.7, 1],
  [28, 0.8],
  [30, 0.36],
  [31.5, 0.26],
]);

/** Every strike, landed or not. */
export const STRIKES_AT: readonly number[] = EXCHANGES.map(({ at }) => at);
