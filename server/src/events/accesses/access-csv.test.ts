import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blankRowLimit,
  escapeFormula,
  readCsv,
  rowLimit,
  sizeLimit,
  unescapeFormula,
  writeCsv,
} from './access-csv.ts';

const read = (text: string | Buffer) => readCsv(Readable.from([Buffer.from(text)]));
const header = 'email,eventId,blockId,startDate,endDate';
const cells = { email: 'a@b.test', eventId: 'e', startDate: 's' };

const issuesOf = async (text: string | Buffer) =>
  read(text).then(
    () => [],
    (error) => error.issues,
  );

describe('readCsv', () => {
  it.each([
    ['CRLF', `${header}\r\na@b.test,e,,s,\r\n`],
    ['LF', `${header}\na@b.test,e,,s,`],
    ['CR', `${header}\ra@b.test,e,,s,\r`],
    ['a byte order mark', `\uFEFF${header}\na@b.test,e,,s,\n`],
    ['quotes', '"email","eventId",blockId,startDate,endDate\n"a@b.test","e","","s",""\n'],
    ['semicolons', 'email;eventId;blockId;startDate;endDate\na@b.test;e;;s;\n'],
    ['tabs', 'email\teventId\tblockId\tstartDate\tendDate\na@b.test\te\t\ts\t\n'],
    ['pipes', 'email|eventId|blockId|startDate|endDate\na@b.test|e||s|\n'],
    ['a separator in its first line', `sep=,\r\n${header}\r\na@b.test,e,,s,\r\n`],
    ['UTF-16', Buffer.from(`\uFEFF${header}\r\na@b.test,e,,s,\r\n`, 'utf16le')],
    ['UTF-16, the other way', Buffer.from(`\uFEFF${header}\r\na@b.test,e,,s,\r\n`, 'utf16le').swap16()],
    ['columns in another order', 'startDate, email ,eventId\n s , a@b.test ,e\n'],
    ['additional empty cells', `${header}\na@b.test,e,,s,,,\n`],
  ])('reads %s', async (_name, text) => {
    expect(await read(text)).toEqual([{ row: 1, cells, isRagged: false }]);
  });

  it('reads chunks that split a character', async () => {
    const bytes = Buffer.from(`${header}\nü@b.test,e,,s,\n`);
    const pieces = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
    expect((await readCsv(pieces))[0]?.cells.email).toBe('ü@b.test');
  });

  it('counts empty rows but does not return them', async () => {
    const rows = await read(`${header}\n\n,,,,\na@b.test,e,,s,\n\n`);
    expect(rows.map(({ row }) => row)).toEqual([3]);
  });

  it('keeps line breaks, quotes and commas inside quotes', async () => {
    const [row] = await read(`${header}\n"a""b,\nc",e,,s,\n`);
    expect(row?.cells.email).toBe('a"b,\nc');
  });

  it('marks rows with too few or too many cells', async () => {
    const rows = await read(`${header}\na@b.test,e\na@b.test,e,,s,,x\n`);
    expect(rows.map(({ isRagged }) => isRagged)).toEqual([true, true]);
  });

  it.each([
    ['nothing', '', ['']],
    ['a byte order mark alone', '\uFEFF', ['']],
    ['a separator alone', 'sep=;\n', ['']],
    ['another header', 'a,b\n', ['/0/a', '/0/b', '/0/eventId', '/0/startDate', '/0/email']],
    ['a header without a user', 'eventId,startDate\n', ['/0/email']],
    ['a column twice', `${header},email\n`, ['/0/email']],
    ['a quote that is not closed', `${header}\n"a,e,,s,\n`, ['']],
    ['text after a closing quote', `${header}\n"a"b,e,,s,\n`, ['']],
    ['a row that is too long', `${header}\n${'x'.repeat(10_000)}\n`, ['']],
    ['bytes that are not UTF-8', Buffer.from([0xe9, 0x41]), ['']],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41]), ['']],
    ['a PDF', '%PDF-1.7\n\0\x01', ['/0/%PDF-1.7', '/0/eventId', '/0/startDate', '/0/email']],
  ])('refuses %s', async (_name, text, pointers) => {
    const issues = await issuesOf(text);
    expect(issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it('accepts a file with the most rows allowed and refuses one more row', async () => {
    const file = (rows: number) => `${header}\n${'a@b.test,e,,s,\n'.repeat(rows)}`;
    expect(await read(file(rowLimit))).toHaveLength(rowLimit);
    expect(await issuesOf(file(rowLimit + 1))).toEqual([
      { detail: 'A file may have at most 10000 rows.', pointer: '', location: 'body' },
    ]);
  });

  it('refuses a file of blank rows, which would keep the server busy for minutes', async () => {
    const file = (rows: number) => `${header}\n${'\n'.repeat(rows)}`;
    expect(await read(file(blankRowLimit))).toEqual([]);
    expect(await issuesOf(file(blankRowLimit + 1))).toEqual([
      { detail: 'A file may have at most 10000 blank rows.', pointer: '', location: 'body' },
    ]);
  });

  it('stops reading when a file is too large', async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1024 * 1024;
          yield Buffer.alloc(1024 * 1024, 'x');
        }
      })(),
    );
    await expect(readCsv(endless)).rejects.toMatchObject({ code: 'payload-too-large' });
    expect(sent).toBeLessThan(2 * sizeLimit);
  });
});

describe('a cell', () => {
  it.each(['=1+1', '+31', '-1', '@SUM(A1)', '\tx', '\rx', "'=1", "''@"])(
    'is escaped when it would be a formula: %j',
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    },
  );

  it.each(['a@b.test', "'a", "'", '', '2026-11-20T08:00:00+00:00', ' =1'])(
    'stays unchanged otherwise: %j',
    (cell) => {
      expect(escapeFormula(cell)).toBe(cell);
      expect(unescapeFormula(cell)).toBe(cell);
    },
  );

  it('is restored exactly, whatever it contains', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@\t\r]{0,4}[a-z"',;\n]*$/));
    fc.assert(
      fc.property(text, (cell) => {
        expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
        expect(escapeFormula(cell)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  it('is quoted where RFC 4180 requires it, and lines end in CRLF', () => {
    expect(
      writeCsv([
        ['a', 'b,c', null],
        ['=1', '"', ''],
      ]),
    ).toBe(`a,"b,c",\r\n'=1,"""",\r\n`);
  });
});
