import { type RefObject, useEffect, useState } from 'react';

/** True while at least a quarter of the element is on screen and the page is visible. */
export function useIsSeen(element: RefObject<HTMLElement | null>) {
  const [isInView, setIsInView] = useState(!('IntersectionObserver' in window));
  const [isPageVisible, setIsPageVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const report = () => setIsPageVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, []);
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(Boolean(entry?.isIntersecting)), {
      threshold: 0.25,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView && isPageVisible;
}
