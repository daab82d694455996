/** Checks the rows of an import: their references against the database, and each row against the others. */
import type { Issue } from '../../http/problems.ts';
import { findPeriodIssue, instantKey } from '../events.rules.ts';

/** `column` null: the row as a whole. */
export interface RowIssue {
  column: string | null;
  detail: string;
}

/** A row with those values that fit the contract; each check adds to its `issues`. */
export interface ImportRow {
  row: number;
  /** As written in the file. */
  email: string;
  values: {
    email?: string;
    userId?: string;
    eventId?: string;
    blockId?: string;
    startDate?: string;
    endDate?: string;
  };
  issues: RowIssue[];
}

/** The events, blocks and users that a file names and the database has. */
export interface KnownTargets {
  events: ReadonlySet<string>;
  /** Block to event. */
  blocks: ReadonlyMap<string, string>;
  /** E-mail address to id. */
  users: ReadonlyMap<string, string>;
  userIds: ReadonlySet<string>;
}

export interface AccessValues {
  row: number;
  userId: string;
  eventId: string;
  blockId: string | null;
  startDate: string;
  endDate: string | null;
}

/** Adds an issue for each reference of a row that does not exist, and for a wrong period. */
export function addTargetIssues({ values, issues }: ImportRow, known: KnownTargets): void {
  const { email, userId, eventId, blockId, startDate, endDate } = values;
  if (email !== undefined && !known.users.has(email))
    issues.push({ column: 'email', detail: 'There is no user with this e-mail address.' });
  else if (userId !== undefined && !known.userIds.has(userId))
    issues.push({ column: 'userId', detail: 'There is no such user.' });
  else if (email !== undefined && userId !== undefined && known.users.get(email) !== userId)
    issues.push({ column: 'userId', detail: 'The e-mail address belongs to another user.' });
  if (eventId !== undefined && !known.events.has(eventId))
    issues.push({ column: 'eventId', detail: 'There is no such event.' });
  else if (eventId !== undefined && blockId !== undefined && known.blocks.get(blockId) !== eventId)
    issues.push({ column: 'blockId', detail: 'The event has no such block.' });
  if (startDate !== undefined) {
    const issue: Issue | undefined = findPeriodIssue({ startDate, endDate: endDate ?? null });
    if (issue) issues.push({ column: 'endDate', detail: issue.detail });
  }
}

/**
 * @param rows without issues. @returns the rows as accesses, always in the same order, so that two imports of one file
 * cannot deadlock. A duplicate row gets an issue and is left out.
 */
export function toAccesses(rows: ImportRow[], known: KnownTargets): AccessValues[] {
  const firstRows = new Map<string, number>();
  const accesses = rows.flatMap(({ row, values, issues }) => {
    const { email = '', eventId = '', blockId = null, startDate = '', endDate = null } = values;
    const userId = values.userId ?? known.users.get(email) ?? '';
    const access = { row, userId, eventId, blockId, startDate, endDate };
    const key = keyOf(access);
    const first = firstRows.get(key);
    if (first !== undefined) {
      issues.push({ column: null, detail: `Row ${first} has the same access.` });
      return [];
    }
    firstRows.set(key, row);
    return [{ key, access }];
  });
  return accesses.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ access }) => access);
}

/** The numbers of the rows that were not inserted. */
export function findMissingRows(
  accesses: AccessValues[],
  inserted: Array<Omit<AccessValues, 'row'>>,
): ReadonlySet<number> {
  const insertedKeys = new Set(inserted.map(keyOf));
  return new Set(accesses.filter((access) => !insertedKeys.has(keyOf(access))).map(({ row }) => row));
}

/** Equal accesses have the same key. */
function keyOf({ userId, eventId, blockId, startDate, endDate }: Omit<AccessValues, 'row'>): string {
  const end = endDate === null ? null : instantKey(endDate);
  return [userId, eventId, blockId, instantKey(startDate), end].join(' ');
}

export const storedAlready: RowIssue = { column: null, detail: 'The user has exactly this access already.' };

/** All issues of a row in one text. */
export function describeIssues(issues: RowIssue[]): string {
  return issues.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`)).join(' ');
}
