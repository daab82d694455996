import { useEffect, useState } from 'react';

const waitMs = 1_000;

/** False until the page has loaded and the browser has nothing else to do. */
export function useIdle() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(() => setIsIdle(true), waitMs);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
    return () => {
      window.removeEventListener('load', wait);
      window.clearTimeout(timer);
    };
  }, []);
  return isIdle;
}
