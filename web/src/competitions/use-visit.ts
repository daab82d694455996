import { useEffect } from 'react';
import { type Path, useLocation } from 'react-router';
import { playbackSession } from '../playback/current-playback-session.ts';

/** Names the viewer's action of going to a page, which may begin his playback session. */
export function visitOf({ pathname, search }: Pick<Path, 'pathname' | 'search'>) {
  return `${pathname}${search}`;
}

export function useVisit() {
  return visitOf(useLocation());
}

/** Begins the session while the page still waits for its data, which saves the first frame a round trip. */
export function useEarlySession(visit: string, isWanted: boolean) {
  useEffect(() => {
    // What goes wrong here is met again, and answered, where the session is needed.
    if (isWanted) playbackSession.begin(visit).catch(() => {});
  }, [visit, isWanted]);
}
