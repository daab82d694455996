import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Goes to the section that the address names once it is there; the router does so only for what it finds at once. */
export function useScrollToHash(isReady: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isReady, hash]);
}
