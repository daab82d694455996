import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ModalHost } from '../ui/dialogs/modal-host.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
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
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Every page that a tab opens first has the key "default": its path keeps another page from its place. */
function scrollKey({ key, pathname }: Location) {
  return key === 'default' ? pathname : key;
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
