import { useEffect, useState } from 'react';

/** True only after `isOn` has been true for so long; false at once. */
export function useDelayed(isOn: boolean, delayMs: number) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [isOn, delayMs]);
  return isOn && isDue;
}
