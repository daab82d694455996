import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { playbackSession } from '../../playback/current-playback-session.ts';
import { livePageChoice, visitOf } from '../watch/watch-request.ts';

export function useVisit() {
  return visitOf(useLocation());
}

/**
 * Begins the session while the live page still loads its competition, which saves a round trip before the first frame.
 * After that, the watch of a stream with a picture begins it.
 */
export function useEarlySession(competitionSlug: string, isWanted: boolean) {
  const location = useLocation();
  useEffect(() => {
    if (isWanted) playbackSession.beginEarly(visitOf(location), livePageChoice(competitionSlug, location));
  }, [competitionSlug, location, isWanted]);
}
