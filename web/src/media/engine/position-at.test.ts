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

// docs/product.md, 43.72
describe('a place that the viewer had come to in a recording with parts', () => {
  const recording = { live: false, fragments, fragmentStart: 0, edge: 8 };
  const partStarts = [at(1), at(65)];
  const found = (position: number, playlist: typeof recording = recording) =>
    positionOfMoment(playlist, { takenAt: null, position, partStarts });

  it.each([
    ['is the beginning of its part', 3.5, 1],
    ['is the beginning of its part behind a gap', 7, 5],
    ['is the same beginning again, however it was rounded', 4.9, 5],
    ['stays before the first part', -0.5, -0.5],
  ])('%s', (_, position, expected) => {
    expect(found(position)).toBe(expected);
  });

  it('stays where the recording knows no dates, has no parts, or not the one it was in', () => {
    const undated = { ...recording, fragments: [{ start: 0, duration: 8, programDateTime: null }] };
    const trimmed = { ...recording, fragments: fragments.slice(1), fragmentStart: 2 };
    expect([found(3, undated as never), found(1, trimmed)]).toEqual([3, 3]);
    expect(positionOfMoment(recording, { takenAt: null, position: 3 })).toBe(3);
  });
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
