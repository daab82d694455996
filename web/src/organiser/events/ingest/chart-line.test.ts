import { expect, it } from 'vitest';
import { chartLines, heightOf, topOf } from './chart-line.ts';

it('draws the newest value at the right edge, and 0 at the lower one', () => {
  expect(chartLines({ values: [0, 5, 10], slots: 3, top: 10 })).toEqual(['M0 100L50 50L100 0']);
  expect(chartLines({ values: [5, 10], slots: 3, top: 10 })).toEqual(['M50 50L100 0']);
});

it('breaks the line where nothing was measured', () => {
  expect(chartLines({ values: [1, 1, null, 2, null, 2], slots: 6, top: 2 })).toEqual([
    'M0 50L20 50',
    'M60 0h-1',
    'M100 0h-1',
  ]);
  expect(chartLines({ values: [null, null], slots: 2, top: 1 })).toEqual([]);
});

it('stays inside of its box, whatever comes', () => {
  expect([heightOf(-3, 2), heightOf(1e9, 2)]).toEqual([100, 0]);
  expect(topOf([null, 10, 3], 5)).toBe(12);
  expect(topOf([], 5)).toBe(5);
});
