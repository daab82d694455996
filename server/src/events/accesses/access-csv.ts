/**
 * Accesses as CSV (RFC 4180): reads and writes lines and cells, without the meaning of a cell. A cell that a
 * spreadsheet would run as a formula gets an apostrophe in front; reading removes it.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { bodyLimits } from '@ringside/openapi/operation-facts';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { escapePointer } from '../../http/json-pointer.ts';
import { bodyIssue, type Issue, problem, validationProblem } from '../../http/problems.ts';

export const columns = [
  'email',
  'eventId',
  'blockId',
  'startDate',
  'endDate',
  'waiting',
  'complimentary',
  'note',
] as const;
const knownColumns: readonly string[] = [...columns, 'userId'];
const neededColumns = ['eventId', 'startDate'] as const;

export const sizeLimit = bodyLimits.importAccesses;
export const rowLimit = 10_000;
/** Blank rows are left out, but reading four megabytes of them takes minutes. */
export const blankRowLimit = 10_000;
/** Characters of one row; the longest valid one has less than 500. */
const recordLimit = 4_096;
const sliceLength = 64 * 1024;

export interface CsvRow {
  /** The first row below the header is 1. */
  row: number;
  /** By column; empty cells are left out. */
  cells: Record<string, string>;
  /** True when the row has fewer cells than the header, or more that are not empty. */
  isRagged: boolean;
}

/** @throws problem 413 or 400 when the file as a whole cannot be read. */
export async function readCsv(body: Readable | undefined): Promise<CsvRow[]> {
  const file = await readText(body);
  // The first line may tell Excel the separator.
  const text = file.replace(/^sep=.(\r\n|\n|\r)/i, '');
  const [header = ''] = text.split(/\r\n|\n|\r/, 1);
  const delimiter = [';', '\t', '|'].find((candidate) => header.includes(candidate)) ?? ',';
  const parser = Readable.from(slices(text), { objectMode: false }).pipe(
    parse({ delimiter, relax_column_count: true, max_record_size: recordLimit }),
  );
  let names: string[] | undefined;
  let row = 0;
  const rows: CsvRow[] = [];
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (names === undefined) {
        names = readHeader(record);
        continue;
      }
      row += 1;
      if (record.every((cell) => cell.trim() === '')) {
        if (row - rows.length > blankRowLimit)
          throwIssue(`A file may have at most ${blankRowLimit} blank rows.`);
        continue;
      }
      if (rows.length === rowLimit) throwIssue(`A file may have at most ${rowLimit} rows.`);
      rows.push(toRow(row, names, record));
    }
  } catch (error) {
    if (error instanceof CsvError) throwIssue(`This is not CSV: ${error.message}.`);
    throw error;
  }
  if (names === undefined) throwIssue('A CSV body is required.');
  return rows;
}

/** Begins an export: without it spreadsheets read UTF-8 as another encoding. */
export const byteOrderMark = '\uFEFF';

/** @returns lines with their line ends; the header is one of them. */
export function writeCsv(lines: Array<readonly (string | null)[]>): string {
  return stringify(
    lines.map((cells) => cells.map((cell) => escapeFormula(cell ?? ''))),
    { record_delimiter: 'windows' },
  );
}

/** Escapes a formula. Reversible: apostrophes before such a character get one more. */
export function escapeFormula(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function toRow(row: number, names: string[], record: string[]): CsvRow {
  const filled = names
    .map((name, index) => [name, unescapeFormula(record[index] ?? '').trim()] as const)
    .filter(([, cell]) => cell !== '');
  const isRagged =
    record.length < names.length || record.slice(names.length).some((cell) => cell.trim() !== '');
  return { row, cells: Object.fromEntries(filled), isRagged };
}

function readHeader(record: string[]): string[] {
  const names = record.map((name) => name.trim());
  const issues: Issue[] = [];
  const report = (name: string, detail: string) =>
    issues.push(bodyIssue(`/0/${escapePointer(name)}`, detail));
  for (const [index, name] of names.entries()) {
    if (!knownColumns.includes(name)) report(name, 'Is not a known column.');
    else if (names.indexOf(name) < index) report(name, 'Is in the header twice.');
  }
  for (const name of neededColumns) if (!names.includes(name)) report(name, 'Is required.');
  if (!names.includes('email') && !names.includes('userId')) report('email', 'Is required, or `userId`.');
  if (issues.length > 0) throw validationProblem(issues);
  return names;
}

async function readText(body: Readable | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // The rest is not read: the connection closes after the response.
    if (size > sizeLimit) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) throwIssue('A CSV body is required.');
  const bytes = Buffer.concat(chunks);
  try {
    // It removes a byte order mark too.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return throwIssue('Must be UTF-8, or UTF-16 with a byte order mark.');
  }
}

/** "Unicode text" of spreadsheets is UTF-16. */
function encodingOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function tooLarge() {
  const detail = `The file may have at most ${sizeLimit / 1024 / 1024} MB.`;
  return problem('payload-too-large', { detail, headers: { connection: 'close' } });
}

/** Yields to other requests between slices. */
async function* slices(text: string) {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength);
    await setImmediate();
  }
}

function throwIssue(detail: string): never {
  throw validationProblem([bodyIssue('', detail)]);
}
