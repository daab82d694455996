/** Reads the rows of a file and validates their cells against the contract's schema of a row. */
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ValidateFunction } from 'ajv';
import { toIssues } from '../../contract/issues.ts';
import { compileContractSchema } from '../../contract/validator.ts';
import { type CsvRow, readCsv } from './access-csv.ts';
import type { ImportRow, RowIssue } from './access-import.rules.ts';

let validate: ValidateFunction | undefined;

/** @throws problem 413 or 400 when the file as a whole cannot be read; faults of a single row are in its `issues`. */
export async function readImportRows(body: Readable | undefined): Promise<ImportRow[]> {
  validate ??= compileContractSchema('#/components/schemas/AccessCsvRow');
  const fits = validate;
  const rows: ImportRow[] = [];
  for (const row of await readCsv(body)) {
    rows.push(toImportRow(row, fits));
    // Lets other requests run.
    if (rows.length % 250 === 0) await setImmediate();
  }
  return rows;
}

function toImportRow({ row, cells, isRagged }: CsvRow, fits: ValidateFunction): ImportRow {
  // Trimmed and lower-cased by the validator.
  const values: ImportRow['values'] = { ...cells };
  fits(values);
  const issues: RowIssue[] = toIssues(fits.errors ?? [], 'body').map(({ pointer, detail }) => ({
    column: pointer.slice(1),
    detail,
  }));
  for (const { column } of issues) delete values[column as keyof ImportRow['values']];
  if (cells.email === undefined && cells.userId === undefined)
    issues.unshift({ column: 'email', detail: 'Is required.' });
  if (isRagged) issues.unshift({ column: null, detail: 'Must have as many cells as the header.' });
  // The database returns ids in lower case.
  for (const id of ['userId', 'eventId', 'blockId'] as const)
    if (values[id] !== undefined) values[id] = values[id].toLowerCase();
  return { row, email: cells.email ?? '', values, issues };
}
