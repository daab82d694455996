import { describe, expect, it } from 'vitest';
import { positionAt, positionOfMoment } from './position-at.ts';

const at = (seconds: number) => Date.UTC(2026, 10, 20, 20) + seconds * 1000;
const fragment = (start: number, seconds: number) => ({ start, duration: 2, programDateTime: at(seconds) });
/** A minute was lost after the first four seconds. */
const fragments = [fragment(0, 0), fragment(2, 2), fragment(4, 64), fragment(6, 66)];

it.each([
  ['in a fragment', 3, 3],
  ['at the start of one', 64, 4],
  ['that was lost', 30, 4],
  ['after the end', 500, 8],
])('finds a moment %s', (_, seconds, position) => {
  expect(positionAt(fragments, at(seconds))).toBe(position);
});

it('finds nothing before the start, and without dates', () => {
  expect(positionAt(fragments, at(-1))).toBeNull();
  expect(positionAt([{ start: 0, duration: 2, programDateTime: null }], at(1))).toBeNull();
});

// docs/product.md, 33.5
describe('a moment of another camera', () => {
  const recording = { live: false, fragments, fragmentStart: 0, edge: 8 };
  const undated = { ...recording, fragments: [{ start: 0, duration: 8, programDateTime: null }] };

  it.each([
    ['is found by the clock', recording, { takenAt: at(65), position: 1, length: 8 }, 5],
    [
      'is found by the position in a recording of the same length',
      undated,
      { takenAt: at(65), position: 3, length: 9 },
      3,
    ],
    [
      'is not known in a recording of another length',
      undated,
      { takenAt: at(65), position: 3, length: 60 },
      null,
    ],
    ['is found by the position in the same recording', undated, { takenAt: null, position: 3 }, 3],
    [
      'is gone from the same recording that has become shorter',
      undated,
      { takenAt: null, position: 8 },
      null,
    ],
    ['is found behind the live edge', { ...recording, live: true }, { takenAt: at(3) }, 3],
    [
      'is the edge for a live camera that has not come as far',
      { ...recording, live: true },
      { takenAt: at(500) },
      null,
    ],
    ['is the edge for a live camera without dates', { ...undated, live: true }, { takenAt: at(3) }, null],
  ])('%s', (_, playlist, moment, position) => {
    expect(positionOfMoment(playlist, moment)).toBe(position);
  });
});
