/** Who gets an access: accounts that were picked, and addresses that were typed, pasted or read from a file. */
import { readCsv, unescapeCell, withoutInvisible } from '../../ui/csv/csv.ts';

/** Either an account or an address; an address counts for the account that has confirmed it. */
export type Recipient = { userId: string; name: string; email: string } | { email: string };

/** The import of the contract takes this many rows. */
export const recipientLimit = 10_000;

export interface AddressList {
  addresses: string[];
  /** Left out because they are in the list already. */
  duplicates: number;
  /** Texts that are no address, as they were written. */
  faulty: string[];
}

/** A simple look; the server has the last word. */
export function isAddress(text: string) {
  return text.length <= 254 && /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(text);
}

/** Addresses from any text: one per line, or separated by commas, semicolons or spaces; `Ada <ada@x.test>` too. */
export function readAddresses(text: string): AddressList {
  const words: string[] = [];
  for (const part of withoutInvisible(text).split(/[\r\n,;|\t]+/)) {
    const bracketed = /<([^<>]*)>/.exec(part)?.[1];
    // A name beside an address is left out; words without any address are reported.
    const found = (bracketed ?? part).split(/\s+/).filter((word) => word.includes('@'));
    if (found.length > 0) words.push(...found);
    else if (part.trim() !== '') words.push(part.trim());
  }
  return collect(words);
}

export interface AddressFile {
  /** True when each row says itself which event and which window it is for, as an export does. */
  isComplete: boolean;
  header: string[];
  /** Without the header. */
  rows: string[][];
  /** The column that has the addresses; -1 when none has. */
  column: number;
}

export interface PickedFile extends AddressFile {
  name: string;
}

/** A file of a spreadsheet or a ticket shop. Without a header the first line counts as a row; titles above it are left out. */
export function readAddressFile(text: string): AddressFile {
  const lines = readCsv(withoutInvisible(text)).map((cells) => cells.map(unescapeCell));
  const [first = [], ...others] = lines.slice(countTitles(lines));
  const isComplete = ['eventId', 'startDate'].every((name) => first.includes(name));
  const hasHeader = isComplete || !first.some(isAddress);
  const header = hasHeader ? first : first.map((_cell, index) => `Column ${index + 1}`);
  const rows = hasHeader ? others : [first, ...others];
  return { isComplete, header, rows, column: columnOf(header, rows) };
}

/** Lines above the table that have a single text, such as the name of the evening. */
function countTitles(lines: string[][]) {
  const isTitle = (cells: string[]) => cells.filter(Boolean).length < 2 && !cells.some(isAddress);
  const titles = lines.findIndex((cells) => !isTitle(cells));
  // A list of one column has a header of one text.
  return (lines[titles] ?? []).filter(Boolean).length < 2 ? Math.max(0, titles - 1) : titles;
}

/** By its name if there is one, else the column that has the most addresses. */
function columnOf(header: string[], rows: string[][]) {
  const counts = header.map((_name, index) => rows.filter((row) => isAddress(row[index] ?? '')).length);
  const most = Math.max(0, ...counts);
  const named = header.findIndex((name, index) => /e-?mail/i.test(name) && (counts[index] ?? 0) > 0);
  if (named >= 0) return named;
  return most > 0 ? counts.indexOf(most) : header.findIndex((name) => /e-?mail/i.test(name));
}

export function addressesOf({ rows }: AddressFile, column: number): AddressList {
  return collect(rows.map((row) => row[column] ?? '').filter((cell) => cell !== ''));
}

function collect(words: readonly string[]): AddressList {
  const addresses = new Set<string>();
  const faulty: string[] = [];
  let duplicates = 0;
  for (const word of words) {
    // The server ignores case, too.
    const address = word.replace(/^mailto:/i, '').toLowerCase();
    if (!isAddress(address)) faulty.push(word);
    else if (addresses.has(address)) duplicates += 1;
    else addresses.add(address);
  }
  return { addresses: [...addresses], duplicates, faulty };
}
