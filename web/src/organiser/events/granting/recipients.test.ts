import { describe, expect, it } from 'vitest';
import { addressesOf, readAddresses, readAddressFile } from './recipients.ts';

describe('readAddresses', () => {
  it('reads one per line, and lists with commas, semicolons and spaces', () => {
    const { addresses } = readAddresses('a@x.test\nb@x.test, c@x.test;d@x.test e@x.test\tf@x.test');
    expect(addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.test`));
  });

  it('reads names beside addresses, as a mail program copies them', () => {
    const { addresses, faulty } = readAddresses(
      'Ada King <ada@x.test>; "King, Bo" <bo@x.test>, cy@x.test Cy',
    );
    expect(addresses).toEqual(['ada@x.test', 'bo@x.test', 'cy@x.test']);
    expect(faulty).toEqual(['"King']);
  });

  it('leaves out an address that is there twice, also in capitals', () => {
    expect(readAddresses('a@x.test A@X.test a@x.test')).toEqual({
      addresses: ['a@x.test'],
      duplicates: 2,
      faulty: [],
    });
  });

  it('reports what is no address', () => {
    expect(readAddresses('ada\nbo@\n@x.test\n=cmd@x.test').faulty).toEqual(['ada', 'bo@', '@x.test']);
  });

  it('reads 20 KB of one character at once', () => {
    expect(readAddresses('@'.repeat(20_000)).addresses).toEqual([]);
  });
});

describe('readAddressFile', () => {
  const guests = ['Name;E-Mail', 'Ada, King;ada@x.test', 'Bo;bo@x.test'];

  it.each([
    ['a title', ['Guest list, Saturday night', '', ...guests]],
    ['a title in a table', ['Guest list;', 'Gala;', ...guests]],
    ['a line for Excel and a title', ['sep=;', 'Guest list', ...guests]],
    ['marks that nobody sees', guests.map((line) => `\ufeff${line.replace('@', '\u200b@')}\u00a0`)],
  ])('reads a guest list with %s', (_words, lines) => {
    const file = readAddressFile(lines.join('\r\n'));
    expect([file.header, file.column]).toEqual([['Name', 'E-Mail'], 1]);
    expect(addressesOf(file, file.column)).toMatchObject({
      addresses: ['ada@x.test', 'bo@x.test'],
      faulty: [],
    });
  });

  it('reads one column with a title above its header, and one without a header', () => {
    expect(readAddressFile('Gala\nGuests\na@x.test\nb@x.test')).toMatchObject({
      header: ['Guests'],
      column: 0,
    });
    expect(readAddressFile('a@x.test\nb@x.test').rows).toHaveLength(2);
    expect(readAddressFile('Gala\nGuests')).toMatchObject({ column: -1 });
    expect(readAddressFile('').rows).toEqual([]);
  });

  it('takes the column that is named after e-mail', () => {
    const file = readAddressFile('Order;Name;E-Mail\n1;Ada;ada@x.test\n2;Bo;\n3;Ada;ADA@x.test\n');
    expect(file).toMatchObject({ isComplete: false, column: 2 });
    expect(addressesOf(file, file.column)).toEqual({ addresses: ['ada@x.test'], duplicates: 1, faulty: [] });
  });

  it('takes the column with the most addresses when none is named so, and needs no header', () => {
    const file = readAddressFile('Ada,ada@x.test\nBo,bo@x.test');
    expect(file).toMatchObject({ column: 1, header: ['Column 1', 'Column 2'] });
    expect(addressesOf(file, 1).addresses).toHaveLength(2);
  });

  it('knows a file of the export, whose rows are complete', () => {
    const file = readAddressFile(
      'email,eventId,blockId,startDate,endDate,waiting\na@x.test,1,,2026-01-01,,\n',
    );
    expect(file).toMatchObject({ isComplete: true, rows: [['a@x.test', '1', '', '2026-01-01', '', '']] });
  });

  it('removes the apostrophe before a formula', () => {
    const file = readAddressFile("email\n'=cmd@x.test");
    expect(addressesOf(file, 0).addresses).toEqual(['=cmd@x.test']);
  });

  it('finds no column in a file without addresses', () => {
    expect(readAddressFile('name\nAda')).toMatchObject({ column: -1 });
  });
});
