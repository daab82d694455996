import type { Issue } from '../../http/problems.ts';

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
