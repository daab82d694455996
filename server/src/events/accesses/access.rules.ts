import type { Issue } from '../../http/problems.ts';

/** @param known which of the things that an access names exist; a block under another event does not count. */
export function findUnknownTargets(known: { event: unknown; user: unknown; block: unknown }): Issue[] {
  const issues: Array<Issue | false> = [
    !known.event && { detail: 'There is no such event.', pointer: '/eventId', location: 'body' },
    // Of an unknown event no block is known either: once said is enough.
    !!known.event &&
      !known.block && { detail: 'The event has no such block.', pointer: '/blockId', location: 'body' },
    !known.user && { detail: 'There is no such user.', pointer: '/userId', location: 'body' },
  ];
  return issues.filter((issue) => issue !== false);
}
