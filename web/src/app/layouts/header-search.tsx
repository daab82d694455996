import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { keyOf } from '../../ui/key-of.ts';
import classes from './header-search.module.css';

const load = () => import('../../viewer/finding/search-box.tsx');
const SearchBox = lazy(() => load().then((file) => ({ default: file.SearchBox })));

/**
 * A button that becomes the search field; on small screens, a link to the search page. The key `/` opens either, and Ctrl+K or
 * Cmd+K also while somebody types. The search page has a field of its own, and is enough.
 */
export function HeaderSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const navigate = useNavigate();
  const isSearchPage = useLocation().pathname === paths.search.pattern;

  const close = useCallback((withFocus: boolean) => {
    returnsFocus.current = withFocus;
    setIsOpen(false);
  }, []);

  useEffect(() => {
    if (isOpen || !returnsFocus.current) return;
    returnsFocus.current = false;
    button.current?.focus();
  }, [isOpen]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isSearchKey(event) && !isPaletteKey(event)) return;
      event.preventDefault();
      const field = document.getElementById('search-field');
      if (field) return field.focus();
      if (isOpen) return close(true);
      // The button is hidden where there is no room for the field.
      if (button.current?.checkVisibility?.() ?? true) setIsOpen(true);
      else void navigate(paths.search.href());
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, isOpen, close]);

  if (isSearchPage) return null;
  const link = (
    <NavLink to={paths.search.href()} aria-label="Search" className={classes.link as string}>
      <IconSearch size={20} aria-hidden />
    </NavLink>
  );
  const opener = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsOpen(true)}
      aria-keyshortcuts="/ Control+K Meta+K"
    >
      <IconSearch size={18} aria-hidden />
      Search
      <kbd className={classes.key} aria-hidden>
        /
      </kbd>
    </button>
  );
  if (!isOpen) {
    return (
      <>
        {opener}
        {link}
      </>
    );
  }
  return (
    <Suspense fallback={opener}>
      <SearchBox onClose={close} />
    </Suspense>
  );
}

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

function isSearchKey(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
  if (keyOf(event) !== '/' || ctrlKey || metaKey || altKey || defaultPrevented || isAsked()) return false;
  return !(target instanceof Element && target.closest(typing));
}

function isPaletteKey(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  if (!(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented || isAsked()) return false;
  return keyOf(event).toLowerCase() === 'k';
}

/** A dialog waits for its own answer first. */
const isAsked = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
