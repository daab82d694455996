import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRingsideQueryClient } from '../api/query-client.ts';
import { notifyProblem } from '../app/notify-problem.ts';
import { theme } from '../app/theme.ts';
import { ModalHost } from '../ui/dialogs/modal-host.tsx';
import { Toasts } from '../ui/toasts.tsx';

/** Shows routes as the app would, starting at `path`; answers with the router to look where it went. */
export function renderRoutes(routes: RouteObject[], path: string) {
  // A parent for what the router wants to show while the first loaders run: nothing.
  const app = [{ hydrateFallbackElement: <></>, children: routes }];
  const router = createMemoryRouter(app, { initialEntries: [path] });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createRingsideQueryClient(notifyProblem)}>
        <RouterProvider router={router} />
        <ModalHost />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

/** One element as the whole app; every link leads to a page that only tells its address. */
export function renderPage(element: ReactNode, path = '/') {
  return renderRoutes(
    [
      { path: new URL(path, 'http://test').pathname, element },
      { path: '*', element: <p>another page</p> },
    ],
    path,
  );
}
