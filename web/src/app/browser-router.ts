import { createBrowserRouter } from 'react-router';
import { servedPage } from '../api/page-data.ts';
import { queryClient } from './query-client.ts';
import { createRoutes, discoverAdmin } from './router.tsx';

export const router = createBrowserRouter(createRoutes(pendingPath, queryClient), {
  patchRoutesOnNavigation: discoverAdmin(pendingPath),
  ...hydrationData(),
});

/** Of a page that the server has rendered: its loaders have run there. */
function hydrationData() {
  const loaderData = servedPage()?.loaderData;
  return loaderData ? { hydrationData: { loaderData } } : {};
}

type Subscriber = Parameters<typeof router.subscribe>[0];
export type RouterUpdate = Parameters<Subscriber>;

const subscribers = new Set<Subscriber>();
const tell: Subscriber = (...update) => {
  for (const subscriber of [...subscribers]) subscriber(...update);
};

/** The way of each update from the router to the page. `moving-pictures.ts` puts itself there when it is loaded. */
export const passage = { tell, pass: tell };

router.subscribe((...update) => passage.pass(...update));
router.subscribe = (subscriber) => {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
};

/** The address that the viewer is navigating to, else the current one. */
function pendingPath() {
  const { pathname, search, hash } = router.state.navigation.location ?? window.location;
  return `${pathname}${search}${hash}`;
}
