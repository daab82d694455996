import { useEffect, useState } from 'react';
import { findOpener, returnFocus } from './return-focus.ts';

/** For a dialog that is not opened with `openModal`. */
export function useReturnFocus() {
  const [opener] = useState(findOpener);
  useEffect(() => () => returnFocus(opener), [opener]);
}
