import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { keyOf } from '../../ui/key-of.ts';
import classes from './palette-button.module.css';

const load = () => import('./palette.tsx');
const Palette = lazy(() => load().then((file) => ({ default: file.Palette })));

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** The button of the command palette, and its key: Ctrl+K or Cmd+K, also from inside a field. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  function open() {
    // A dialog waits for its own answer first.
    if (document.querySelector('[role=dialog]') === null) setIsOpen(true);
  }
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (keyOf(event).toLowerCase() !== 'k') return;
    event.preventDefault();
    if (isOpen) setIsOpen(false);
    else open();
  });
  return (
    <>
      <Button
        variant="default"
        className={classes.button as string}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={open}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.words}>Search</span>
        <span className={classes.keys} data-keys={isApple ? '⌘K' : 'Ctrl K'} aria-hidden />
      </Button>
      <Suspense fallback={null}>{isOpen ? <Palette onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
