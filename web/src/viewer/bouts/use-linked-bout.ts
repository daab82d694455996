import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { openTale } from './bout-list.tsx';
import { boutHash } from './bout-words.ts';
import type { Bout, EventOfBouts } from './bouts.queries.ts';

/** Opens the bout that the address names (`#bout-<id>`), once for each time that somebody comes to it. */
export function useLinkedBout(
  bouts: readonly Bout[] | undefined,
  event: EventOfBouts,
  actionsOf: (bout: Bout) => ReactNode,
) {
  const { hash, key } = useLocation();
  const opened = useRef<string>(undefined);
  const latest = useRef(actionsOf);
  latest.current = actionsOf;
  useEffect(() => {
    const bout = bouts?.find(({ id }) => boutHash(id) === hash);
    if (bout === undefined || opened.current === key) return;
    opened.current = key;
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
    openTale(bout, event, latest.current(bout));
  }, [bouts, hash, key, event]);
}
