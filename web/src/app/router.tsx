import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type PatchRoutesOnNavigationFunction, type RouteObject, redirect } from 'react-router';
import { paths } from '../paths.ts';
import { pageNotFound } from '../ui/page/page-error.ts';
import { boutsOf } from '../viewer/bouts/bouts.queries.ts';
import { competitionsQueries } from '../viewer/competitions/competitions.queries.ts';
import { findingQueries } from '../viewer/finding/finding.queries.ts';
import { splitInstant } from '../viewer/finding/split-instant.ts';
import { ErrorPage } from './faults/error-page.tsx';
import { PageFault } from './faults/page-fault.tsx';
import { loadOrReload } from './faults/reload-guard.ts';
import { DefaultLayout } from './layouts/default-layout.tsx';
import { EmptyLayout } from './layouts/empty-layout.tsx';
import { Root, RootFallback } from './root.tsx';
import { dataOf } from './routing/data-of.ts';
import { requireLogin } from './routing/guards.tsx';
import { lazyPages } from './routing/lazy-page.ts';

const rootId = 'root';

function homeData() {
  const instant = splitInstant();
  return [findingQueries.current(instant), findingQueries.past(instant)];
}

/**
 * The route table (docs/product.md, 2.1), without the admin area.
 * @param queryClient gets the data of a page while its code loads; without it the page asks for them itself.
 */
export function createRoutes(pendingPath: () => string, queryClient?: QueryClient): RouteObject[] {
  const page = lazyPages(pendingPath);
  return [
    {
      id: rootId,
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: RootFallback,
      children: [
        inLayout(DefaultLayout, [
          page(paths.home.pattern, () => import('../viewer/home/home-page.tsx'), {
            loader: dataOf(queryClient, homeData),
          }),
          page(paths.schedule.pattern, () => import('../viewer/finding/schedule-page.tsx')),
          page(paths.replays.pattern, () => import('../viewer/finding/replays-page.tsx')),
          page(paths.search.pattern, () => import('../viewer/finding/search-page.tsx')),
          page(paths.login.pattern, () => import('../identity/sessions/login-page.tsx')),
          page(paths.logout.pattern, () => import('../identity/sessions/logout-page.tsx')),
          page(paths.register.pattern, () => import('../identity/accounts/register-page.tsx')),
          page(paths.forgotPassword.pattern, () => import('../identity/accounts/forgot-password-page.tsx')),
          page(paths.resetPassword.pattern, () => import('../identity/accounts/reset-password-page.tsx')),
          page(paths.verifyEmail.pattern, () => import('../identity/accounts/verify-email-page.tsx')),
          page(
            paths.acceptInvitation.pattern,
            () => import('../identity/accounts/accept-invitation-page.tsx'),
          ),
          page(paths.stopReminders.pattern, () => import('../viewer/reminders/stop-reminders-page.tsx')),
          page(paths.notMe.pattern, () => import('../identity/security/not-me-page.tsx')),
          {
            lazy: async () => ({
              Component: (await loadOrReload(() => import('./layouts/account-layout.tsx'), pendingPath))
                .AccountLayout,
            }),
            children: [
              { path: paths.account.pattern, loader: () => redirect(paths.profile.href()) },
              page(paths.profile.pattern, () => import('../identity/profile/profile-page.tsx'), {
                loader: requireLogin,
              }),
              page(paths.tickets.pattern, () => import('../viewer/shop/tickets/tickets-page.tsx'), {
                loader: requireLogin,
              }),
              page(paths.history.pattern, () => import('../viewer/history/history-page.tsx'), {
                loader: requireLogin,
              }),
              page(paths.notifications.pattern, () => import('../viewer/reminders/notifications-page.tsx'), {
                loader: requireLogin,
              }),
              page(paths.devices.pattern, () => import('../viewer/playback/devices-page.tsx'), {
                loader: requireLogin,
              }),
              page(paths.security.pattern, () => import('../identity/security/security-page.tsx'), {
                loader: requireLogin,
              }),
            ],
          },
          page(paths.checkout.pattern, () => import('../viewer/shop/checkout/checkout-page.tsx')),
          page(paths.fighter.pattern, () => import('../viewer/fighters/fighter-page.tsx')),
          page(paths.competition.pattern, () => import('../viewer/competitions/page/competition-page.tsx'), {
            loader: dataOf(queryClient, ({ competitionSlug = '' }) => [
              competitionsQueries.detail(competitionSlug),
              boutsOf(competitionSlug),
            ]),
          }),
          page(paths.live.pattern, () => import('../viewer/watching/page/live-page.tsx')),
          // Without its data: a pointer over a link must not ask for results.
          page(paths.results.pattern, () => import('../viewer/competitions/results/results-page.tsx')),
          page(paths.block.pattern, () => import('../viewer/watching/page/block-page.tsx')),
          {
            path: '*',
            element: null,
            loader: ({ request }) => {
              throw pageNotFound(new URL(request.url).pathname);
            },
          },
        ]),
        inLayout(EmptyLayout, [
          page(paths.adminLogin.pattern, () => import('../identity/sessions/admin-login-page.tsx')),
          page(paths.adminLogout.pattern, () => import('../identity/sessions/admin-logout-page.tsx')),
          page(paths.adminRegister.pattern, () => import('../identity/accounts/admin-register-page.tsx')),
        ]),
      ],
    },
  ];
}

/** The boundary stands inside the layout: a fault of one page leaves the header and the way to the others. */
function inLayout(Component: ComponentType, children: RouteObject[]): RouteObject {
  return { Component, children: [{ ErrorBoundary: PageFault, children }] };
}

/** Adds the routes of the admin area when somebody goes there, so that no viewer loads them. */
export function discoverAdmin(pendingPath: () => string): PatchRoutesOnNavigationFunction {
  let isAdded = false;
  return async ({ path, patch }) => {
    if (isAdded || !path.startsWith(paths.admin.pattern)) return;
    const { createAdminRoutes } = await loadOrReload(
      () => import('../organiser/admin-routes.tsx'),
      pendingPath,
    );
    if (isAdded) return;
    isAdded = true;
    patch(rootId, createAdminRoutes(pendingPath));
  };
}
