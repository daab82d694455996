/**
 * What a layout shows in the place of a page that could not be loaded or has failed: the error boundary of its routes.
 * Header and navigation stay, and the next page starts afresh (docs/product.md, 34.1 to 34.3).
 */
import { useEffect } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { paths } from '../../paths.ts';
import { FailedPage } from '../../ui/page/failed-page.tsx';
import { ErrorInLayout, toPageError } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { reloadPage } from './reload-page.ts';

export function PageFault({ homeHref = paths.home.href() }: { homeHref?: string }) {
  const thrown = useRouteError();
  const { pathname } = useLocation();
  const error = toPageError(thrown, pathname);
  if (error.type === 'not_found') return <NotFound heading={error.publicMessage} homeHref={homeHref} />;
  if (!navigator.onLine) return <OfflineFault />;
  return <ErrorInLayout error={error} thrown={thrown} homeHref={homeHref} />;
}

/** A navigation that has begun replaces the page within this time; a reload at once would take its place. */
const reloadDelayMs = 300;

/** The code of the page did not arrive. A browser may remember the failure, so only a new load brings it. */
function OfflineFault() {
  useEffect(() => {
    let timer: number | undefined;
    const reloadSoon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (navigator.onLine) reloadPage();
      }, reloadDelayMs);
    };
    window.addEventListener('online', reloadSoon);
    return () => {
      window.removeEventListener('online', reloadSoon);
      window.clearTimeout(timer);
    };
  }, []);
  return <FailedPage onRetry={() => reloadPage()} />;
}
