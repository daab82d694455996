import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=500-600', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  [undefined, undefined],
])('reads %j of 100 bytes as %j', (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected);
});
