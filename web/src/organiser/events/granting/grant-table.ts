/** The rows of a grant, as the import of the contract reads them. */

import { writeCsv } from '../../ui/csv/csv.ts';
import type { ImportResult } from '../accesses/accesses.queries.ts';
import type { AccessWindow } from '../choosing/access-window.ts';
import type { Complimentary } from './complimentary-field.tsx';
import type { Recipient } from './recipients.ts';

export interface GrantTable {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** How the report calls each row. */
  names: readonly string[];
}

interface Target {
  eventId: string;
  /** Empty: the whole event. */
  blockId: string;
  window: AccessWindow;
  complimentary?: Complimentary;
}

const header = ['email', 'userId', 'eventId', 'blockId', 'startDate', 'endDate'] as const;
const givenHeader = [...header, 'complimentary', 'note'] as const;

export function tableOf(recipients: readonly Recipient[], target: Target): GrantTable {
  const { eventId, blockId, window, complimentary } = target;
  const isGiven = complimentary?.isComplimentary === true;
  const given = isGiven ? ['yes', complimentary.note.trim()] : [];
  const rest = [eventId, blockId, window.startDate, window.endDate ?? '', ...given];
  return {
    header: isGiven ? givenHeader : header,
    // A picked account is named by its id alone: it is meant, whether or not it has confirmed its address.
    rows: recipients.map((who) => ('userId' in who ? ['', who.userId, ...rest] : [who.email, '', ...rest])),
    names: recipients.map((who) => ('userId' in who ? `${who.name} (${who.email})` : who.email)),
  };
}

export function csvOf({ header: columns, rows }: GrantTable) {
  return writeCsv([columns, ...rows]);
}

/** The rows that the server accepts. */
export function acceptedRows({ header: columns, rows, names }: GrantTable, result: ImportResult): GrantTable {
  const refused = new Set(
    result.rows.flatMap(({ row, result: state }) => (state === 'refused' ? [row - 1] : [])),
  );
  const isAccepted = (_row: unknown, index: number) => !refused.has(index);
  return { header: columns, rows: rows.filter(isAccepted), names: names.filter(isAccepted) };
}

/** The faults of what is the same for all rows; the form shows them at its fields. */
export function sharedFaults(result: ImportResult): Partial<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { issues } of result.rows)
    for (const { column, detail } of issues)
      if (column && column !== 'email' && column !== 'userId') faults[column] ??= detail;
  return faults;
}

const resultWords = { ok: 'accepted', refused: 'refused' } as const;

/** One line per row, for a spreadsheet. */
export function reportOf({ names }: GrantTable, { rows }: ImportResult) {
  return writeCsv([
    ['row', 'person', 'result', 'waiting', 'reason'],
    ...rows.map(({ row, email, result, waiting, detail }) => [
      String(row),
      names[row - 1] ?? email,
      resultWords[result],
      waiting ? 'yes' : '',
      detail ?? '',
    ]),
  ]);
}
