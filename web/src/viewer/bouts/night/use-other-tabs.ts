import { useEffect, useState } from 'react';
import { pictureClock } from './current-picture.ts';

const askEveryMs = 2_000;
/** Answers of other tabs come at once; until then nothing is shown. */
const answersWithinMs = 300;

/** Asks the other tabs of this browser what they show, again and again. @returns whether they have had time to answer. */
export function useOtherTabs(): boolean {
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    pictureClock.ask();
    const timer = setInterval(pictureClock.ask, askEveryMs);
    const first = setTimeout(() => setHasAsked(true), answersWithinMs);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
    };
  }, []);
  return hasAsked;
}
