import { createBrowserRouter } from 'react-router';
import { queryClient } from './query-client.ts';
import { createRoutes, discoverAdmin } from './router.tsx';

export const router = createBrowserRouter(createRoutes(pendingPath, queryClient), {
  patchRoutesOnNavigation: discoverAdmin(pendingPath),
});

/** The address that the viewer is navigating to, else the current one. */
function pendingPath() {
  const { pathname, search, hash } = router.state.navigation.location ?? window.location;
  return `${pathname}${search}${hash}`;
}
