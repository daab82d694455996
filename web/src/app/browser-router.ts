import { createBrowserRouter } from 'react-router';
import { createRoutes } from './router.tsx';

export const routes = createRoutes(pendingPath);

export const router = createBrowserRouter(routes);

/** The address that the viewer is navigating to, else the current one. */
function pendingPath() {
  const { pathname, search, hash } = router.state.navigation.location ?? window.location;
  return `${pathname}${search}${hash}`;
}
