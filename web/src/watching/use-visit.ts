import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { playbackSession } from '../playback/current-playback-session.ts';
import { visitOf } from './watch-request.ts';

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
