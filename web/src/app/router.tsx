import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { adminPermissions } from '../identity/sessions/permissions.ts';
import { pageNotFound } from '../ui/page-error.ts';
import { ErrorPage } from './error-page.tsx';
import { requireLogin, requirePermissions } from './guards.tsx';
import { DefaultLayout } from './layouts/default-layout.tsx';
import { EmptyLayout } from './layouts/empty-layout.tsx';
import { paths } from './paths.ts';
import type { PageHandle } from './preload.ts';
import { loadOrReload } from './reload-guard.ts';
import { Root, RootFallback } from './root.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * The whole route table (docs/product.md, 2.1). `pendingPath` returns the address that the viewer is navigating to; it
 * is reloaded when its page cannot be loaded.
 */
export function createRoutes(pendingPath: () => string): RouteObject[] {
  /** A page that is loaded on navigation and preloaded when a link to it is hovered or focused. */
  function page(path: string, load: Load, loader?: LoaderFunction): RouteObject {
    const handle: PageHandle = { preload: load };
    return {
      path,
      handle,
      ...(loader ? { loader } : {}),
      lazy: async () => ({ Component: (await loadOrReload(load, pendingPath)).default }),
    };
  }

  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: RootFallback,
      children: [
        {
          Component: DefaultLayout,
          children: [
            page(paths.home.pattern, () => import('../home/home-page.tsx')),
            page(paths.login.pattern, () => import('../identity/sessions/login-page.tsx')),
            page(paths.logout.pattern, () => import('../identity/sessions/logout-page.tsx')),
            page(paths.register.pattern, () => import('../identity/accounts/register-page.tsx')),
            page(paths.forgotPassword.pattern, () => import('../identity/accounts/forgot-password-page.tsx')),
            page(paths.resetPassword.pattern, () => import('../identity/accounts/reset-password-page.tsx')),
            page(paths.verifyEmail.pattern, () => import('../identity/accounts/verify-email-page.tsx')),
            page(paths.competition.pattern, () => import('../competitions/competition-page.tsx')),
            page(paths.live.pattern, () => import('../watching/live-page.tsx'), requireLogin),
            page(paths.block.pattern, () => import('../watching/block-page.tsx'), requireLogin),
          ],
        },
        {
          Component: EmptyLayout,
          children: [
            page(paths.adminLogin.pattern, () => import('../identity/sessions/admin-login-page.tsx')),
            page(paths.adminLogout.pattern, () => import('../identity/sessions/admin-logout-page.tsx')),
            page(paths.adminRegister.pattern, () => import('../identity/accounts/admin-register-page.tsx')),
          ],
        },
        {
          lazy: async () => ({ Component: (await import('./layouts/admin-layout.tsx')).AdminLayout }),
          children: [
            page(
              paths.admin.pattern,
              () => import('../admin/admin-page.tsx'),
              requirePermissions(adminPermissions),
            ),
          ],
        },
        {
          path: '*',
          element: null,
          loader: ({ request }) => {
            throw pageNotFound(new URL(request.url).pathname);
          },
        },
      ],
    },
  ];
}
