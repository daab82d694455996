import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { keyOf } from '../key-of.ts';

/** Ctrl+S, or Cmd+S, sends the form, wherever the focus is. */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>, save: () => void) {
  useWindowEvent('keydown', (event) => {
    if (keyOf(event).toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (isBehindDialog(form.current)) return;
    event.preventDefault();
    save();
  });
}

/** The keys belong to the form of the topmost dialog. */
function isBehindDialog(form: HTMLFormElement | null) {
  const dialogs = document.querySelectorAll('[role=dialog]');
  const topmost = dialogs.item(dialogs.length - 1);
  return topmost !== null && !topmost.contains(form);
}
