import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { playbackSession } from '../playback/current-playback-session.ts';
import { visitOf } from './watch-request.ts';

export function useVisit() {
  return visitOf(useLocation());
}

/** Begins the session while the page still loads its data, which saves a round trip before the first frame. */
export function useEarlySession(visit: string, isWanted: boolean) {
  useEffect(() => {
    // An error is ignored here: the watch begins the session again and handles its errors.
    if (isWanted) playbackSession.begin(visit).catch(() => {});
  }, [visit, isWanted]);
}
