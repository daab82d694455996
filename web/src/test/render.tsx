import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  createMemoryRouter,
  Outlet,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRingsideQueryClient } from '../api/query-client.ts';
import { notifyProblem } from '../app/notify-problem.ts';
import { ModalHost } from '../ui/dialogs/modal-host.tsx';
import { theme } from '../ui/mantine/theme.ts';
import { Toasts } from '../ui/toasts/toasts.tsx';

let client = createRingsideQueryClient(notifyProblem);

/** Of what was rendered last. */
export const currentQueryClient = () => client;

/** Renders routes as the app does, starting at `path`; returns the router. */
export function renderRoutes(
  routes: RouteObject[],
  path: string,
  options: {
    patchRoutesOnNavigation?: PatchRoutesOnNavigationFunction;
    /** The routes of the app bring their own dialogs and toasts. */
    isWholeApp?: boolean;
  } = {},
) {
  const { isWholeApp = false, ...discovery } = options;
  const frame = (
    <>
      <Outlet />
      <ModalHost />
      <Toasts />
    </>
  );
  const element = isWholeApp ? <Outlet /> : frame;
  // The router requires a fallback for the time while the first loaders run.
  const app = [{ element, hydrateFallbackElement: <></>, children: routes }];
  const router = createMemoryRouter(app, { initialEntries: [path], ...discovery });
  client = createRingsideQueryClient(notifyProblem);
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

/** Renders one element as the app; every link leads to a placeholder page. */
export function renderPage(element: ReactNode, path = '/') {
  return renderRoutes(
    [
      { path: new URL(path, 'http://test').pathname, element },
      { path: '*', element: <p>another page</p> },
    ],
    path,
  );
}
