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

/** `color-scheme.ts` keeps the mode; Mantine is only told what it comes to. */
const toldScheme: MantineColorSchemeManager = {
  get: (fallback) => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : fallback),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Starts what runs outside of React; called once by `main.tsx`. */
export function startApp() {
  startSession();
  void openWatchPageEarly();
  preloadOnIntent(routes);
  let shownTo = session.state().email;
  session.subscribe(() => {
    const { email } = session.state();
    // What one account has seen must not be shown to the next.
    if (email !== shownTo) queryClient.clear();
    shownTo = email;
    void router.revalidate();
  });
}

/** A cold watch page gets its video under way while React starts; what that has learned is not asked for twice. */
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
    <MantineProvider theme={theme} colorSchemeManager={toldScheme} forceColorScheme={scheme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
