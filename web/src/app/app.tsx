import './styles.ts';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createRingsideQueryClient } from '../api/query-client.ts';
import { competitionsQueries } from '../competitions/competitions.queries.ts';
import { session, startSession } from '../identity/sessions/current-session.ts';
import { router, routes } from './browser-router.ts';
import { useColorScheme } from './color-scheme.ts';
import { notifyProblem } from './notify-problem.ts';
import { isWatchPage } from './paths.ts';
import { preloadOnIntent } from './preload.ts';
import { theme } from './theme.ts';

const queryClient = createRingsideQueryClient(notifyProblem);

/** `color-scheme.ts` keeps the mode; Mantine only gets the resulting scheme. */
const resolvedScheme: MantineColorSchemeManager = {
  get: (fallback) => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : fallback),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Starts everything that runs outside React; called once. */
export function startApp() {
  startSession();
  void openWatchPageEarly();
  preloadOnIntent(routes);
  let shownEmail = session.state().email;
  session.subscribe(() => {
    const { email } = session.state();
    // The next account must not see the data of the previous one.
    if (email !== shownEmail) queryClient.clear();
    shownEmail = email;
    void router.revalidate();
  });
}

/** Starts the video of a watch page while React starts, and keeps its competition for the page's own query. */
async function openWatchPageEarly() {
  if (!isWatchPage(window.location.pathname)) return;
  const early = (await import('../watching/early-watch.ts')).openWatchPageEarly(window.location);
  if (!early) return;
  const { queryKey } = competitionsQueries.detail(early.slug);
  void queryClient.prefetchQuery({ queryKey, queryFn: () => early.competition, retry: false });
}

export function App() {
  const path = useSyncExternalStore(router.subscribe, () => router.state.location.pathname);
  const scheme = useColorScheme(path);
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme;
  }, [scheme]);
  return (
    <MantineProvider theme={theme} colorSchemeManager={resolvedScheme} forceColorScheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
