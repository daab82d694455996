import { describe, expect, it } from 'vitest';
import { CellFault, readCountries, readName, readOrder, readRounds, readWeight } from './cells.rules.ts';

const none = { weightClass: null, weightLimitKg: null, isCatchweight: false };

describe('a weight', () => {
  it.each([
    ['', none],
    ['70', { ...none, weightLimitKg: 70 }],
    ['-72,5kg', { ...none, weightLimitKg: 72.5 }],
    ['Lightweight, 70 kg', { ...none, weightClass: 'Lightweight', weightLimitKg: 70 }],
    ['Super welterweight (-77.5 kg)', { ...none, weightClass: 'Super welterweight', weightLimitKg: 77.5 }],
    ['Heavyweight', { ...none, weightClass: 'Heavyweight' }],
    ['Catchweight 72.5', { weightClass: null, weightLimitKg: 72.5, isCatchweight: true }],
    ['+95 kg', { ...none, weightLimitKg: 95 }],
  ])('%j', (cell, weight) => expect(readWeight(cell)).toEqual(weight));

  it.each(['154 lbs', '70 or 72', '7', '4000'])('is not %j', (cell) =>
    expect(readWeight(cell)).toBeInstanceOf(CellFault),
  );
});

describe('rounds', () => {
  it.each([
    ['', 3, 180],
    ['5', 5, 180],
    ['5 rounds', 5, 180],
    ['3x2', 3, 120],
    ['3 × 2:30 min', 3, 150],
    ['3 x 1,5', 3, 90],
    ["3R x 3'", 3, 180],
  ])('%j', (cell, rounds, roundSeconds) => expect(readRounds(cell)).toEqual({ rounds, roundSeconds }));

  it.each(['three', '0', '13', '3x0', '3x11', '3x2:75', '3x2x1', '-3'])('are not %j', (cell) =>
    expect(readRounds(cell)).toBeInstanceOf(CellFault),
  );
});

describe('countries', () => {
  it.each([
    ['', null, null],
    ['NL', 'NL', null],
    ['nl/de', 'NL', 'DE'],
    ['Netherlands - Germany', 'NL', 'DE'],
    [' / DE', null, 'DE'],
    ['Bosnia & Herzegovina', 'BA', null],
    ['Türkiye vs Côte d’Ivoire', 'TR', 'CI'],
  ])('%j', (cell, red, blue) => expect(readCountries(cell.trim())).toEqual({ red, blue }));

  it.each(['NL/DE/FR', 'Atlantis', 'EU'])('are not %j', (cell) =>
    expect(readCountries(cell)).toBeInstanceOf(CellFault),
  );
});

it('an order is a whole number, with or without a point', () => {
  expect([readOrder(''), readOrder('3'), readOrder('12.')]).toEqual([null, 3, 12]);
  expect(readOrder('first')).toBeInstanceOf(CellFault);
});

it.each(['', 'TBA', 'tbd', '?', '–', 'N.N.', 'To be announced'])('%j is nobody yet', (cell) =>
  expect(readName(cell)).toBeNull(),
);

it('20 KB of hostile text are read at once', () => {
  for (const text of [
    '9'.repeat(20_000),
    '3 x '.repeat(5_000),
    ' - '.repeat(7_000),
    'catchweight'.repeat(2_000),
  ]) {
    const began = performance.now();
    for (const read of [readWeight, readRounds, readCountries, readName, readOrder]) read(text);
    expect(performance.now() - began).toBeLessThan(500);
  }
});
