import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { keyOf } from '../../ui/key-of.ts';
import classes from './header-search.module.css';

const load = () => import('../../viewer/finding/search-box.tsx');
const SearchBox = lazy(() => load().then((file) => ({ default: file.SearchBox })));

/**
 * A button that becomes the search field; on small screens, a link to the search page. The key `/` opens either. The search
 * page has a field of its own, and is enough.
 */
export function HeaderSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const navigate = useNavigate();
  const isSearchPage = useLocation().pathname === paths.search.pattern;

  useEffect(() => {
    if (isOpen || !returnsFocus.current) return;
    returnsFocus.current = false;
    button.current?.focus();
  }, [isOpen]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      const field = document.getElementById('search-field');
      if (field) return field.focus();
      // The button is hidden where there is no room for the field.
      if (button.current?.checkVisibility?.() ?? true) setIsOpen(true);
      else void navigate(paths.search.href());
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);

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
      aria-keyshortcuts="/"
    >
      <IconSearch size={18} aria-hidden />
      Search
      <kbd className={classes.key} aria-hidden>
        /
      </kbd>
    </button>
  );
  function close(withFocus: boolean) {
    returnsFocus.current = withFocus;
    setIsOpen(false);
  }
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
  if (keyOf(event) !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return false;
  return !(target instanceof Element && target.closest(typing));
}
