import { createBrowserRouter } from 'react-router';
import { createRoutes } from './router.tsx';

export const routes = createRoutes(pendingPath);

export const router = createBrowserRouter(routes);

/** Where the viewer is going, else where he is. */
function pendingPath() {
  const { pathname, search, hash } = router.state.navigation.location ?? window.location;
  return `${pathname}${search}${hash}`;
}
