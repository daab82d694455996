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

/** Renders routes as the app does, starting at `path`; returns the router. */
export function renderRoutes(routes: RouteObject[], path: string) {
  // The router requires a fallback for the time while the first loaders run.
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
