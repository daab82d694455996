import { useEffect, useState } from 'react';

/** On a narrower player the settings have no buttons of their own. The rest of the bar gives way in CSS. */
const narrowRem = 34;

export function useIsNarrow(frame: HTMLElement | null) {
  const [isNarrow, setIsNarrow] = useState(() => isNarrowFrame(frame));
  useEffect(() => {
    if (!frame) return;
    const observer = new ResizeObserver(() => setIsNarrow(isNarrowFrame(frame)));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);
  return isNarrow;
}

function isNarrowFrame(frame: HTMLElement | null) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const width = frame?.clientWidth ?? 0;
  return width > 0 && width < narrowRem * rem;
}
