import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { closeAllModals, ModalHost } from '../ui/dialogs/modal-host.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import classes from './root.module.css';

/** Wraps every page, whatever its layout. */
export function Root() {
  const navigation = useNavigation();
  useFocusAfterNavigation();
  useCloseAfterNavigation();
  useKeptFocus();
  return (
    <>
      <LoadingBar isLoading={navigation.state !== 'idle'} />
      <Outlet />
      <ModalHost />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** The first page of a tab always has the key "default", so its scroll position is stored under its path. */
function scrollKey({ key, pathname }: Location) {
  return key === 'default' ? pathname : key;
}

/** Shown while the first page is loading: the background and an empty header. */
export function RootFallback() {
  return <div className={classes.fallback} />;
}

/** Moves the focus to the content after a navigation, as a full page load would. */
function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // The page has put it into a field of its own.
    if (document.activeElement instanceof HTMLInputElement && document.activeElement.closest('#content'))
      return;
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** A dialog belongs to the page that opened it. A form with changes in it was asked about before. */
function useCloseAfterNavigation() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  // Before the effects of the new page, which may open a dialog of its own.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    closeAllModals();
  }, [pathname]);
}
