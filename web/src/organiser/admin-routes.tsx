import type { RouteObject } from 'react-router';
import { adminPaths } from '../admin-paths.ts';
import { type LoadPage, lazyPages } from '../app/routing/lazy-page.ts';
import { paths } from '../paths.ts';
import { pageNotFound } from '../ui/page/page-error.ts';
import { requirePermissions } from './admin-guard.ts';
import type { EventFrameHandle } from './events/frame/event-tabs.tsx';
import { AdminFault } from './layout/admin-fault.tsx';
import { AdminLayout } from './layout/admin-layout.tsx';

interface AdminPage {
  path: string;
  /** All of these permissions; the server checks every call itself. None: open to every user of the admin area. */
  needs: readonly string[];
  load: LoadPage;
}

/** Every page of the admin area with the permissions that it needs (docs/product.md, 2.1 and 20.7). */
export const adminPages: readonly AdminPage[] = [
  { path: paths.admin.pattern, needs: [], load: () => import('./start/admin-page.tsx') },
  {
    path: adminPaths.events.pattern,
    needs: ['event:read'],
    load: () => import('./events/list/events-page.tsx'),
  },
  {
    path: adminPaths.newEvent.pattern,
    needs: ['event:read', 'event:create'],
    load: () => import('./events/editing/new-event-page.tsx'),
  },
  {
    path: adminPaths.event.pattern,
    needs: ['event:read'],
    load: () => import('./events/overview/event-overview-page.tsx'),
  },
  {
    path: adminPaths.eventBlocks.pattern,
    needs: ['event:read'],
    load: () => import('./events/blocks/blocks-page.tsx'),
  },
  {
    path: adminPaths.eventCard.pattern,
    needs: ['event:read'],
    load: () => import('./events/card/card-page.tsx'),
  },
  {
    path: adminPaths.bell.pattern,
    needs: ['event:bell'],
    load: () => import('./events/bell/bell-page.tsx'),
  },
  {
    path: adminPaths.results.pattern,
    needs: ['event:result'],
    load: () => import('./events/results/results-page.tsx'),
  },
  {
    path: adminPaths.eventDesk.pattern,
    needs: ['event:read'],
    load: () => import('./events/desk/desk-page.tsx'),
  },
  {
    path: adminPaths.eventSales.pattern,
    needs: ['event:read', 'order:read'],
    load: () => import('./events/sales/sales-page.tsx'),
  },
  {
    path: adminPaths.eventOutages.pattern,
    needs: ['event:read', 'order:read'],
    load: () => import('./events/compensation/outages-page.tsx'),
  },
  {
    path: adminPaths.order.pattern,
    needs: ['event:read', 'order:read'],
    load: () => import('./events/sales/order-page.tsx'),
  },
  {
    path: adminPaths.eventImages.pattern,
    needs: ['event:read', 'event:update'],
    load: () => import('./events/pictures/event-images-page.tsx'),
  },
  {
    path: adminPaths.eventLocation.pattern,
    needs: ['event:read', 'event:update'],
    load: () => import('./events/editing/event-location-page.tsx'),
  },
  {
    path: adminPaths.eventSettings.pattern,
    needs: ['event:read', 'event:update'],
    load: () => import('./events/editing/event-settings-page.tsx'),
  },
  {
    path: adminPaths.fighters.pattern,
    needs: ['event:read'],
    load: () => import('./fighters/fighters-page.tsx'),
  },
  {
    path: adminPaths.fighter.pattern,
    needs: ['event:read', 'event:update'],
    load: () => import('./fighters/fighter-page.tsx'),
  },
  {
    path: adminPaths.users.pattern,
    needs: ['identity.user:read'],
    load: () => import('./people/users-page.tsx'),
  },
  {
    path: adminPaths.user.pattern,
    needs: ['identity.user:read'],
    load: () => import('./people/user/user-page.tsx'),
  },
  {
    path: adminPaths.roles.pattern,
    needs: ['identity.auth.access:read'],
    load: () => import('./people/roles-page.tsx'),
  },
  {
    path: adminPaths.providers.pattern,
    needs: ['identity.user:read'],
    load: () => import('../identity/providers/configured-providers-page.tsx'),
  },
  {
    path: adminPaths.audit.pattern,
    needs: ['identity.user:read'],
    load: () => import('./audit/audit-page.tsx'),
  },
  {
    path: adminPaths.accesses.pattern,
    needs: ['event:read'],
    load: () => import('./events/accesses/accesses-page.tsx'),
  },
  {
    path: adminPaths.grantAccess.pattern,
    needs: ['event:read', 'event:create'],
    load: () => import('./events/granting/grant-page.tsx'),
  },
  {
    path: adminPaths.access.pattern,
    needs: ['event:read'],
    load: () => import('./events/accesses/access-page.tsx'),
  },
  {
    path: adminPaths.promotionCodes.pattern,
    needs: ['promotion:read'],
    load: () => import('./events/promotion/promotion-codes-page.tsx'),
  },
  {
    path: adminPaths.support.pattern,
    needs: ['event:read', 'identity.user:read'],
    load: () => import('./events/support/support-page.tsx'),
  },
  {
    path: adminPaths.settings.pattern,
    needs: ['settings:read'],
    load: () => import('./settings/settings-page.tsx'),
  },
  {
    path: adminPaths.eventAccesses.pattern,
    needs: ['event:read'],
    load: () => import('./events/accesses/accesses-page.tsx'),
  },
];

/** The pages of one event stand in its frame, which has their tabs. */
const isEventPage = ({ path }: AdminPage) => path.startsWith(adminPaths.event.pattern);

/** @param pages other ones in tests. */
export function createAdminRoutes(
  pendingPath: () => string,
  pages: readonly AdminPage[] = adminPages,
): RouteObject[] {
  const page = lazyPages(pendingPath);
  const route = ({ path, load, needs }: AdminPage) => page(path, load, { loader: requirePermissions(needs) });
  const eventPages = pages.filter(isEventPage);
  const loadFrame = () => import('./events/frame/event-frame-page.tsx');
  const frame = page(adminPaths.event.pattern, loadFrame);
  return [
    {
      Component: AdminLayout,
      children: [
        {
          // Inside the layout, so that a missing permission or a fault leaves the navigation in place.
          ErrorBoundary: AdminFault,
          children: [
            ...pages.filter((each) => !isEventPage(each)).map(route),
            {
              ...frame,
              handle: { ...(frame.handle as object), eventPages } satisfies EventFrameHandle,
              children: eventPages.map(route),
            },
            {
              path: '/admin/*',
              element: null,
              loader: ({ request }) => {
                throw pageNotFound(new URL(request.url).pathname);
              },
            },
          ],
        },
      ],
    },
  ];
}
