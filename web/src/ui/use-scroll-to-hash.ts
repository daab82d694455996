import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the section in the URL's hash once the page is ready; the router only tries at once. */
export function useScrollToHash(isReady: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isReady, hash]);
}
