/** Checks the rows of an import: their references against the database, and each row against the others. */
import type { Issue } from '../../http/problems.ts';
import { findPeriodIssue, instantKey } from '../events.rules.ts';
import { findComplimentaryFaults } from './access.rules.ts';

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
    complimentary?: string;
    note?: string;
  };
  issues: RowIssue[];
}

/** The events, blocks and users that a file names and the database has. */
export interface KnownTargets {
  events: ReadonlySet<string>;
  /** Block to event. */
  blocks: ReadonlyMap<string, string>;
  /** E-mail address to id, confirmed or not. */
  users: ReadonlyMap<string, string>;
  /** Confirmed e-mail address to id. */
  owners: ReadonlyMap<string, string>;
  userIds: ReadonlySet<string>;
}

export interface AccessValues {
  row: number;
  userId: string | null;
  /** The address whose confirmed owner it waits for; null when it has a user. */
  email: string | null;
  eventId: string;
  blockId: string | null;
  startDate: string;
  endDate: string | null;
  isComplimentary: boolean;
  note: string | null;
}

/** Adds an issue for each reference of a row that does not exist, and for a wrong period. */
export function addTargetIssues({ values, issues }: ImportRow, known: KnownTargets): void {
  const { email, userId, eventId, blockId, startDate, endDate } = values;
  if (userId !== undefined && !known.userIds.has(userId))
    issues.push({ column: 'userId', detail: 'There is no such user.' });
  else if (email !== undefined && userId !== undefined && known.users.get(email) !== userId)
    issues.push({ column: 'userId', detail: 'The user has another e-mail address.' });
  if (eventId !== undefined && !known.events.has(eventId))
    issues.push({ column: 'eventId', detail: 'There is no such event.' });
  else if (eventId !== undefined && blockId !== undefined && known.blocks.get(blockId) !== eventId)
    issues.push({ column: 'blockId', detail: 'The event has no such block.' });
  if (startDate !== undefined) {
    const issue: Issue | undefined = findPeriodIssue({ startDate, endDate: endDate ?? null });
    if (issue) issues.push({ column: 'endDate', detail: issue.detail });
  }
  for (const { field, detail } of findComplimentaryFaults({
    ...values,
    isComplimentary: isComplimentary(values),
  }))
    issues.push({ column: field, detail });
}

const isComplimentary = ({ complimentary }: ImportRow['values']) => complimentary === 'yes';

/**
 * @param rows without issues. @returns the rows as accesses, always in the same order, so that two imports of one file
 * cannot deadlock. A duplicate row gets an issue and is left out.
 */
export function toAccesses(rows: ImportRow[], known: KnownTargets): AccessValues[] {
  const firstRows = new Map<string, number>();
  const accesses = rows.flatMap(({ row, values, issues }) => {
    const { eventId = '', blockId = null, startDate = '', endDate = null } = values;
    const given = { isComplimentary: isComplimentary(values), note: values.note ?? null };
    const access = { row, ...holderOf(values, known), eventId, blockId, startDate, endDate, ...given };
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

/**
 * An address names its owner, who must have confirmed it, even when the row names the account too: anybody can make an
 * account with the address of somebody else. An id alone names the account deliberately.
 */
function holderOf(
  { email, userId }: ImportRow['values'],
  { owners }: KnownTargets,
): Pick<AccessValues, 'userId' | 'email'> {
  if (email === undefined) return { userId: userId ?? null, email: null };
  const owner = owners.get(email);
  return owner === undefined ? { userId: null, email } : { userId: owner, email: null };
}

/** The numbers of the rows that were not inserted. */
export function findMissingRows(
  accesses: AccessValues[],
  inserted: Array<Omit<AccessValues, 'row' | 'isComplimentary' | 'note'>>,
): ReadonlySet<number> {
  const insertedKeys = new Set(inserted.map(keyOf));
  return new Set(accesses.filter((access) => !insertedKeys.has(keyOf(access))).map(({ row }) => row));
}

/** Equal accesses have the same key. */
function keyOf({
  userId,
  email,
  eventId,
  blockId,
  startDate,
  endDate,
}: Omit<AccessValues, 'row' | 'isComplimentary' | 'note'>): string {
  const end = endDate === null ? null : instantKey(endDate);
  return [userId, email, eventId, blockId, instantKey(startDate), end].join(' ');
}

export const storedAlready: RowIssue = { column: null, detail: 'The user has exactly this access already.' };

/** All issues of a row in one text. */
export function describeIssues(issues: RowIssue[]): string {
  return issues.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`)).join(' ');
}
