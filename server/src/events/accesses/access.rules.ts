import type { Issue } from '../../http/problems.ts';

export type AccessState = 'waiting' | 'current' | 'future' | 'past';

/** The state of an access at an instant (docs/product.md, 12.15). `access-filter.repository.ts` says the same in SQL. */
export function accessState(
  access: { userId: string | null; startDate: string; endDate: string | null },
  now: Date,
): AccessState {
  if (access.userId === null) return 'waiting';
  if (access.endDate !== null && Date.parse(access.endDate) <= now.getTime()) return 'past';
  return Date.parse(access.startDate) > now.getTime() ? 'future' : 'current';
}

interface Scope {
  blockId: string | null;
  startDate: string;
  endDate: string | null;
}

/** Whether a change opens what was not open: what has ended, another block, the whole event, or an earlier time. */
export function grantsMore(
  access: Scope,
  change: { [Field in keyof Scope]?: Scope[Field] | undefined },
  now: Date,
): boolean {
  const isOver = (endDate: string | null) => endDate !== null && Date.parse(endDate) <= now.getTime();
  if (isOver(change.endDate === undefined ? access.endDate : change.endDate)) return false;
  const isMoved = change.blockId !== undefined && (change.blockId?.toLowerCase() ?? null) !== access.blockId;
  const isEarlier =
    change.startDate !== undefined && Date.parse(change.startDate) < Date.parse(access.startDate);
  return isOver(access.endDate) || isMoved || isEarlier;
}

/** An access that is given for nothing ends, and says why. */
export function findComplimentaryFaults(access: {
  isComplimentary?: boolean | undefined;
  note?: string | null | undefined;
  endDate?: string | null | undefined;
}): Array<{ field: 'endDate' | 'note'; detail: string }> {
  if (!access.isComplimentary) return [];
  return [
    ...(access.endDate
      ? []
      : [{ field: 'endDate' as const, detail: 'A complimentary access needs an end.' }]),
    ...(access.note ? [] : [{ field: 'note' as const, detail: 'A complimentary access needs a reason.' }]),
  ];
}

/** @param known whether the event, user and block of an access exist; a block of another event does not count. */
export function findUnknownTargets(known: { event: unknown; user: unknown; block: unknown }): Issue[] {
  const issues: Array<Issue | false> = [
    !known.event && { detail: 'There is no such event.', pointer: '/eventId', location: 'body' },
    // The blocks of an unknown event are unknown too; one issue is enough.
    !!known.event &&
      !known.block && { detail: 'The event has no such block.', pointer: '/blockId', location: 'body' },
    !known.user && { detail: 'There is no such user.', pointer: '/userId', location: 'body' },
  ];
  return issues.filter((issue) => issue !== false);
}
