import { useEffect, useState } from 'react';

/** True once `isOn` has been true for `delayMs`; false as soon as `isOn` is false. */
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
