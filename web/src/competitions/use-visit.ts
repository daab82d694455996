import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { playbackSession } from '../playback/current-playback-session.ts';

/**
 * Names the navigation that led to this page: an action of the viewer, which may begin his playback session.
 * Jumps within the page are none.
 */
export function useVisit() {
  const { key, pathname, search } = useLocation();
  const page = `${pathname}${search}`;
  const [visit, setVisit] = useState({ page, key });
  if (visit.page !== page) setVisit({ page, key });
  return visit.key;
}

/** Begins the session while the page still waits for its data, which saves the first frame a round trip. */
export function useEarlySession(visit: string, isWanted: boolean) {
  useEffect(() => {
    // What goes wrong here is met again, and answered, where the session is needed.
    if (isWanted) playbackSession.begin(visit).catch(() => {});
  }, [visit, isWanted]);
}
