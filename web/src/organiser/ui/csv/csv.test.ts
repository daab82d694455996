import { describe, expect, it } from 'vitest';
import { decodeText, readCsv, unescapeCell, writeCsv } from './csv.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('readCsv', () => {
  it.each([
    ['commas', 'email,name\r\na@b.test,Ada\r\n'],
    ['semicolons', 'email;name\na@b.test;Ada'],
    ['pipes', 'email|name\na@b.test|Ada'],
    ['what Excel is told', 'sep=;\r\nemail;name\r\na@b.test;Ada'],
    ['tabs and old line ends', 'email\tname\ra@b.test\tAda\r'],
  ])('reads %s', (_words, text) => {
    expect(readCsv(text)).toEqual([
      ['email', 'name'],
      ['a@b.test', 'Ada'],
    ]);
  });

  it('reads quoted cells with separators, quotes and line ends', () => {
    expect(readCsv('"a,""b""","c\nd",e\n')).toEqual([['a,"b"', 'c\nd', 'e']]);
  });

  it('keeps empty cells and leaves out blank lines', () => {
    expect(readCsv('a,,c\n\n , ,\n,b,\n')).toEqual([
      ['a', '', 'c'],
      ['', 'b', ''],
    ]);
  });

  it('reads a quote that never ends to the end of the text', () => {
    expect(readCsv('"a,b\nc')).toEqual([['a,b\nc']]);
  });

  it('reads 10,000 rows and 4 MB of hostile quotes at once', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `viewer-${index}@ringside.test,x`);
    expect(readCsv(`email,name\n${rows.join('\n')}`)).toHaveLength(10_001);
    expect(readCsv('"'.repeat(4_000_000)).length).toBe(1);
  });

  it('reads the largest file as one cell after a quote that never ends', () => {
    const rest = 'viewer@ringside.test,x\n'.repeat(720_000);
    expect(readCsv(`"${rest}`)).toEqual([[rest]]);
  });
});

describe('decodeText', () => {
  it.each([
    ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, ...utf8('é'))],
    ['UTF-16', bytes(0xff, 0xfe, 0xe9, 0x00)],
    ['UTF-16 in the other order', bytes(0xfe, 0xff, 0x00, 0xe9)],
    ['the old Windows encoding', bytes(0xe9)],
  ])('reads %s', (_words, file) => {
    expect(decodeText(file)).toBe('é');
  });
});

it.each([0, 1])('reads UTF-16 without a byte order mark, letters at byte %i of two', (at) => {
  const file = new Uint8Array(8);
  for (const [index, letter] of [...utf8('a@ü')].slice(0, 2).entries()) file[index * 2 + at] = letter;
  file.set(
    [0x78, 0x79].flatMap((letter) => (at === 0 ? [letter, 0] : [0, letter])),
    4,
  );
  expect(decodeText(file)).toBe('a@xy');
});

it('writes what it reads, and disarms formulas', () => {
  const cells = ['=1+1', '@a', "'-x", 'a;b', 'say "hi"', 'line\nend', ''];
  const [read = []] = readCsv(writeCsv([cells]));
  expect(read.slice(0, 3)).toEqual(["'=1+1", "'@a", "''-x"]);
  expect(read.map(unescapeCell)).toEqual(cells);
});
