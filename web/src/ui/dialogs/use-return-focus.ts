import { useEffect, useState } from 'react';
import { findOpener, returnFocus } from './return-focus.ts';

/**
 * For a dialog that is not opened with `openModal`.
 * @param otherwise finds what gets the focus when nothing has it now.
 */
export function useReturnFocus(otherwise?: () => HTMLElement | null) {
  const [opener] = useState(() => findOpener() ?? otherwise?.() ?? null);
  useEffect(() => () => returnFocus(opener), [opener]);
}
