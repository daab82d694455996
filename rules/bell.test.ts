import { describe, expect, it } from 'vitest';
import {
  type Bell,
  type BellKind,
  boutState,
  chapterStartMs,
  elapsedInRound,
  isSameTap,
  nextBell,
  otherBells,
  roundsSeen,
} from './bell.ts';

const kinds: Record<string, BellKind> = {
  walkout: 'walkout',
  start: 'round-start',
  end: 'round-end',
  stopped: 'stopped',
  over: 'over',
};

/** '10 start 1, 190 end 1 undone': seconds, kind, round. */
function bellsOf(text: string): Bell[] {
  return text
    .split(', ')
    .filter(Boolean)
    .map((line, index) => {
      const words = line.split(' ').filter((word) => word !== 'undone');
      const [seconds, kind = '', round] = words;
      return {
        id: `bell-${index}`,
        kind: kinds[kind] as BellKind,
        round: round === undefined ? null : Number(round),
        at: Number(seconds) * 1_000,
        isUndone: line.endsWith(' undone'),
      };
    });
}

/** 'round 2 since 250' */
function words({ phase, round, sinceMs }: ReturnType<typeof boutState>): string {
  return [
    phase,
    ...(round === null ? [] : [round]),
    ...(sinceMs === null ? [] : ['since', sinceMs / 1_000]),
  ].join(' ');
}

const firstTwo = '0 walkout, 60 start 1, 240 end 1, 300 start 2';

describe('boutState', () => {
  it.each([
    ['', 'waiting'],
    ['0 walkout', 'walkout since 0'],
    ['0 walkout, 60 start 1', 'round 1 since 60'],
    ['0 walkout, 60 start 1, 240 end 1', 'break 1 since 240'],
    [firstTwo, 'round 2 since 300'],
    [`${firstTwo}, 320 stopped 2`, 'stopped 2 since 320'],
    [`${firstTwo}, 320 stopped 2, 350 over`, 'over 2 since 350'],
    [`${firstTwo}, 480 end 2, 540 start 3, 720 end 3, 780 start 4`, 'round 4 since 780'],
  ])('of "%s" is %s', (bells, state) => {
    expect(words(boutState(bellsOf(bells)))).toBe(state);
  });

  it.each([
    ['a walkout of each fighter', '0 walkout, 40 walkout', 'walkout since 0'],
    ['a fight without walkouts', '60 start 1', 'round 1 since 60'],
    ['a walkout of a clock that is ahead', '60 start 1, 65 walkout', 'round 1 since 60'],
    ['an end of the round by two timekeepers', '60 start 1, 240 end 1, 242 end 1', 'break 1 since 240'],
    ['a late end of the round before', `${firstTwo}, 305 end 1`, 'round 2 since 300'],
    ['a late beginning of the round before', `${firstTwo}, 305 start 1`, 'round 2 since 300'],
    ['a missed end', '60 start 1, 300 start 2', 'round 2 since 300'],
    ['a missed beginning', '60 start 1, 240 end 1, 480 end 2', 'break 2 since 480'],
    ['a missed beginning of a round that is stopped', '0 walkout, 90 stopped 1', 'stopped 1 since 90'],
    ['a restart after a foul', '60 start 1, 90 stopped 1, 120 start 1', 'round 1 since 120'],
    ['a stop at the end of the round', '60 start 1, 230 stopped 1, 240 end 1', 'break 1 since 240'],
    ['a stop of a clock that is ahead', '60 start 1, 240 end 1, 243 stopped 1', 'break 1 since 240'],
    ['an end that was rung too early', '60 start 1, 200 end 1, 203 start 1', 'round 1 since 203'],
    ['a knock-out without the end of the round', '60 start 1, 100 over', 'over 1 since 100'],
    ['a walkover', '0 over', 'over since 0'],
    ['a bell after the end', '60 start 1, 100 over, 103 end 1, 108 over', 'over 1 since 100'],
    ['a wrong tap, undone', `${firstTwo}, 310 over undone`, 'round 2 since 300'],
    ['a wrong tap, undone after the next', '60 start 1, 90 stopped 1 undone, 240 end 1', 'break 1 since 240'],
    ['every tap undone', '0 walkout undone, 60 start 1 undone', 'waiting'],
    ['a round without its number', '60 start, 70 end, 80 stopped', 'waiting'],
    ['rounds that do not exist', '60 start 0, 70 start -1, 80 end NaN', 'waiting'],
    ['a bell without a time', 'NaN over, Infinity over', 'waiting'],
  ])('bears %s', (_, bells, state) => {
    expect(words(boutState(bellsOf(bells)))).toBe(state);
  });

  it('knows nothing of what comes after a time', () => {
    const states = [-1, 0, 299, 300].map((second) => words(boutState(bellsOf(firstTwo), second * 1_000)));
    expect(states).toEqual(['waiting', 'walkout since 0', 'break 1 since 240', 'round 2 since 300']);
  });

  it('reads bells of one time by their ids', () => {
    const [end, start] = bellsOf('240 end 1, 240 start 2') as [Bell, Bell];
    expect(words(boutState([start, end]))).toBe('round 2 since 240');
    expect(words(boutState([{ ...start, id: 'a', round: 1 }, end]))).toBe('break 1 since 240');
  });

  it('takes an id that is there twice as one tap, and as undone when one copy is', () => {
    const [start, end] = bellsOf('60 start 1, 240 end 1') as [Bell, Bell];
    const sentAgain = { ...end, at: 250_000 };
    expect(words(boutState([start, sentAgain, end]))).toBe('break 1 since 240');
    expect(words(boutState([start, { ...end, isUndone: true }, sentAgain]))).toBe('round 1 since 60');
    const [stop, restart] = bellsOf('70 stopped 1, 80 start 1') as [Bell, Bell];
    const bells = [start, { ...stop, id: 'stop' }, { ...restart, id: 'restart' }];
    expect(words(boutState([...bells, { ...stop, id: 'stop', at: 90_000 }]))).toBe('round 1 since 80');
  });
});

describe('nextBell and otherBells', () => {
  const text = (bell: ReturnType<typeof nextBell>) =>
    bell && [bell.kind, ...(bell.round === null ? [] : [bell.round])].join(' ');
  it.each([
    ['', 'walkout', ['round-start 1', 'over']],
    ['0 walkout', 'round-start 1', ['over']],
    ['60 start 1', 'round-end 1', ['stopped 1', 'over']],
    ['60 start 1, 90 stopped 1', 'over', ['round-start 1', 'round-end 1']],
    ['240 end 1', 'round-start 2', ['over']],
    ['720 end 3', 'over', ['round-start 4']],
    ['780 start 4', 'round-end 4', ['stopped 4', 'over']],
    ['960 end 4', 'over', []],
    ['960 over', undefined, []],
  ])('after "%s" the button rings %s, and others %j', (bells, next, others) => {
    const state = boutState(bellsOf(bells));
    const plan = { rounds: 3, hasExtraRound: true };
    expect(text(nextBell(state, plan))).toBe(next);
    expect(otherBells(state, plan).map(text)).toEqual(others);
  });

  it('offer no extra round where there is none', () => {
    expect(otherBells(boutState(bellsOf('720 end 3')), { rounds: 3, hasExtraRound: false })).toEqual([]);
  });

  it.each([3, 5])('lead through a bout of %i rounds', (rounds) => {
    const bells: Bell[] = [];
    const plan = { rounds, hasExtraRound: false };
    for (let next = nextBell(boutState(bells), plan); next; next = nextBell(boutState(bells), plan))
      bells.push({ ...next, id: `${bells.length}`, at: bells.length * 60_000, isUndone: false });
    expect(bells).toHaveLength(2 + 2 * rounds);
    expect(bells.at(-1)?.kind).toBe('over');
  });
});

it.each([
  ['60 end 1, 65 end 1', true],
  ['65 end 1, 60 end 1', true],
  ['60 end 1, 65.001 end 1', false],
  ['60 end 1, 62 end 2', false],
  ['60 end 1, 62 stopped 1', false],
  ['60 walkout, 62 walkout', true],
])('isSameTap of "%s" is %s', (text, isSame) => {
  const [a, b] = bellsOf(text) as [Bell, Bell];
  expect(isSameTap(a, b)).toBe(isSame);
});

describe('roundsSeen', () => {
  it.each([
    ['0 walkout', []],
    [firstTwo, ['1: 60 to 240', '2: 300 to now']],
    ['60 start 1, 90 stopped 1', ['1: 60 to 90']],
    ['60 start 1, 90 stopped 1, 120 start 1', ['1: 60 to now']],
    ['60 start 1, 90 stopped 1, 120 start 1, 270 end 1', ['1: 60 to 270']],
    ['60 start 1, 300 start 2, 400 over', ['1: 60 to 300', '2: 300 to 400']],
    ['60 start 1, 240 end 1, 480 end 2, 540 start 3', ['1: 60 to 240', '3: 540 to now']],
  ])('of "%s" are %j', (bells, rounds) => {
    const seconds = (ms: number | undefined) => (ms === undefined ? 'now' : ms / 1_000);
    const lines = roundsSeen(bellsOf(bells)).map(
      ({ round, startMs, endMs }) => `${round}: ${seconds(startMs)} to ${seconds(endMs)}`,
    );
    expect(lines).toEqual(rounds);
  });
});

describe('elapsedInRound', () => {
  it.each([
    ['0 walkout', 30, undefined],
    ['60 start 1', 59, undefined],
    ['60 start 1', 154, { round: 1, seconds: 94 }],
    ['60 start 1, 240 end 1', 270, { round: 1, seconds: 180 }],
    ['60 start 1, 90 stopped 1, 120 start 1', 130, { round: 1, seconds: 40 }],
    ['60 start 1, 90 stopped 1, 120 start 1, 140 over', 900, { round: 1, seconds: 50 }],
    [firstTwo, 310, { round: 2, seconds: 10 }],
    ['60 start 1, 240 end 1, 480 end 2', 500, { round: 2, seconds: undefined }],
    ['70 stopped 1, 90 start 1', 100, { round: 1, seconds: undefined }],
  ])('of "%s" at %i is %j', (bells, second, time) => {
    expect(elapsedInRound(bellsOf(bells), second * 1_000)).toEqual(time);
  });
});

describe('chapterStartMs', () => {
  it.each([
    ['', undefined],
    ['100 walkout, 160 start 1', 94],
    ['160 start 1', 157],
    ['100 walkout undone, 160 start 1', 157],
    ['100 walkout, 130 over', 94],
    ['100 over', undefined],
    ['160 start 1, 165 walkout', 157],
  ])('of "%s" is %s', (bells, second) => {
    expect(chapterStartMs(bellsOf(bells), 2_000)).toBe(second === undefined ? undefined : second * 1_000);
  });
});
