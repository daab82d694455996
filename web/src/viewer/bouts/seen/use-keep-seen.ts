import { useEffect } from 'react';
import type { Watched } from '../night/use-bout-chapters.ts';
import { noteSeen } from './seen-bouts.ts';
import { boutSeenAt } from './seen-moments.ts';

const readEveryMs = 1_000;

/** Notes the bouts that the picture of this page shows. The place of another tab says nothing. */
export function useKeepSeen(eventId: string, watched: Watched | undefined) {
  useEffect(() => {
    if (!watched) return;
    const { player, chapters } = watched;
    const read = () => {
      const { hasFrame, isPaused, currentTime } = player.getState();
      const boutId = hasFrame && !isPaused ? boutSeenAt(chapters, currentTime) : undefined;
      if (boutId !== undefined) noteSeen(eventId, boutId);
    };
    read();
    const timer = setInterval(read, readEveryMs);
    return () => clearInterval(timer);
  }, [eventId, watched]);
}
