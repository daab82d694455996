import './styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import { connectStepUp } from '../api/client.ts';
import { dropPageHead, servedPage } from '../api/page-data.ts';
import { config } from '../config.ts';
import { proveIdentity } from '../identity/security/prove-identity.ts';
import { session, startSession } from '../identity/sessions/current-session.ts';
import { holdInstallPrompt } from '../installing/install-prompt.ts';
import { native } from '../native.ts';
import { whenAtRest } from '../offline/when-at-rest.ts';
import { isWatchPage } from '../paths.ts';
import { competitionsQueries } from '../viewer/competitions/competitions.queries.ts';
import { AppFrame } from './app-frame.tsx';
import { passage, router } from './browser-router.ts';
import { dropRemindIntentElsewhere } from './drop-remind-intent.ts';
import { queryClient } from './query-client.ts';
import { refetchAfterOffline } from './refetch-after-offline.ts';
import { preloadOnIntent } from './routing/preload.ts';
import { useColorScheme } from './scheme/color-scheme.ts';
import { showThemeColor } from './scheme/theme-color.ts';
import { tellSignOut } from './tell-sign-out.ts';

/** Starts everything that runs outside React; called once. */
export function startApp() {
  startSession();
  connectStepUp(proveIdentity);
  dropRemindIntentElsewhere({ router, session });
  void openWatchPageEarly();
  preloadOnIntent(() => router.routes, loadMotion);
  const firstPath = router.state.location.pathname;
  const stopWatching = router.subscribe(({ location }) => {
    if (location.pathname === firstPath) return;
    dropPageHead();
    stopWatching();
  });
  native().onOpen((path) => void router.navigate(path));
  holdInstallPrompt();
  whenAtRest(async () => (await import('./at-rest.ts')).startAtRest());
  refetchAfterOffline(queryClient);
  let shownEmail = session.state().email;
  session.subscribe(() => {
    const { email, endedBecause } = session.state();
    // The next account must not see the data of the previous one.
    if (email !== shownEmail) queryClient.clear();
    shownEmail = email;
    // A guard may lead to a sign-in page.
    void router.revalidate().then(() => tellSignOut(endedBecause, router.state.location.pathname));
  });
}

/** Without its file the pages change all the same. */
function loadMotion() {
  import('./moving-pictures.ts').then(({ movePictures }) => movePictures(passage)).catch(() => {});
}

/** Starts the video of a watch page while React starts, and keeps its competition for the page's own query. */
async function openWatchPageEarly() {
  if (!isWatchPage(window.location.pathname)) return;
  const early = (await import('../viewer/watching/watch/early-watch.ts')).openWatchPageEarly(window.location);
  if (!early) return;
  // The page shows its own words when this fails, as for its own query.
  const { queryKey, meta } = competitionsQueries.detail(early.slug);
  void queryClient.prefetchQuery({ queryKey, meta, queryFn: () => early.competition, retry: false });
}

/** Without it, the router writes each error of a page to the console, beside React. */
const reportedByReact = () => {};

/** A page without data was not rendered, so nothing reads the other values. */
const served = servedPage() ?? { at: Date.now(), siteName: config.siteTitle };

const pathname = () => router.state.location.pathname;

interface Props {
  /** The button of a rendered page that was pressed before anything listened. */
  pressed?: HTMLElement | undefined;
}

export function App({ pressed }: Props) {
  const path = useSyncExternalStore(router.subscribe, pathname, pathname);
  const scheme = useColorScheme(path);
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme;
  }, [scheme]);
  // With the next frame, which lays out the page anyway: reading a computed style before makes the render do it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides which colour the style gives.
  useEffect(() => {
    const frame = requestAnimationFrame(showThemeColor);
    return () => cancelAnimationFrame(frame);
  }, [scheme]);
  // From here on the session decides what the header shows.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.signedIn;
  }, []);
  useEffect(() => {
    if (pressed?.isConnected) pressed.click();
  }, [pressed]);
  return (
    <AppFrame served={served} scheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} onError={reportedByReact} />
      </QueryClientProvider>
    </AppFrame>
  );
}
