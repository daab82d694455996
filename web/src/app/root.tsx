import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { ModalHost } from '../ui/modal-host.tsx';
import { Toasts } from '../ui/toasts.tsx';
import classes from './root.module.css';

/** What every page has around it, whatever its layout. */
export function Root() {
  const navigation = useNavigation();
  useFocusAfterNavigation();
  return (
    <>
      <LoadingBar isLoading={navigation.state !== 'idle'} />
      <Outlet />
      <ModalHost />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}

/** Shown while the first page is being loaded: the ground and the header's place, nothing that moves. */
export function RootFallback() {
  return <div className={classes.fallback} />;
}

/** Going to another page moves the focus to its content, as a full page load would. */
function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
