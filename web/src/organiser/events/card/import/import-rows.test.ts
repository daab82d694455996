import { describe, expect, it } from 'vitest';
import { rowsOf } from './import-rows.ts';

describe('a table', () => {
  it('has its columns by their names, in any order', () => {
    const text = 'Red corner;Weight class;Blue corner;No\nNoor;Lightweight, 70 kg;Jens;1\n\nA;;B;2\n';
    expect(rowsOf(text)).toEqual([
      { red: 'Noor', weight: 'Lightweight, 70 kg', blue: 'Jens', order: '1' },
      { red: 'A', blue: 'B', order: '2' },
    ]);
  });

  it('without names has them in the order of the export', () => {
    expect(rowsOf('1\tPrelims\tNoor\tJens\t70\t3\t\tNL / DE')).toEqual([
      {
        order: '1',
        block: 'Prelims',
        red: 'Noor',
        blue: 'Jens',
        weight: '70',
        rounds: '3',
        country: 'NL / DE',
      },
    ]);
  });

  it('loses the apostrophes and the invisible marks of spreadsheets', () => {
    expect(rowsOf("red,blue,weight\n\u200bNoor,'@Jens,'-70 kg")).toEqual([
      { red: 'Noor', blue: '@Jens', weight: '-70 kg' },
    ]);
  });
});

describe('a list', () => {
  it('has names with a "v" between them, and blocks above them', () => {
    const text = `Prelims:
1. Noor Haddad v Jens Okafor, 70 kg, 5 x 3, Benelux title
2) Ada Eins VS. Bo Zwei

Main card
Cas Drei versus TBA, Heavyweight`;
    expect(rowsOf(text)).toEqual([
      {
        block: 'Prelims',
        red: 'Noor Haddad',
        blue: 'Jens Okafor',
        weight: '70 kg',
        rounds: '5 x 3',
        title: 'Benelux title',
      },
      { block: 'Prelims', red: 'Ada Eins', blue: 'Bo Zwei' },
      { block: 'Main card', red: 'Cas Drei', blue: 'TBA', weight: 'Heavyweight' },
    ]);
  });

  it('may be two columns', () => {
    expect(rowsOf('Noor;Jens\nAda;Bo')).toEqual([
      { red: 'Noor', blue: 'Jens' },
      { red: 'Ada', blue: 'Bo' },
    ]);
  });

  it('of nothing is empty, and 20 KB of anything are read at once', () => {
    expect(rowsOf(' \n')).toEqual([]);
    const began = performance.now();
    for (const text of [
      ' v '.repeat(7_000),
      '"'.repeat(20_000),
      `${'a'.repeat(10_000)} v ${'b'.repeat(10_000)}`,
    ])
      rowsOf(text);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
