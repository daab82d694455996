import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ModalHost } from '../ui/dialogs/modal-host.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { Toasts } from '../ui/toasts.tsx';
import classes from './root.module.css';

/** Wraps every page, whatever its layout. */
export function Root() {
  const navigation = useNavigation();
  useFocusAfterNavigation();
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
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
