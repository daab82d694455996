import { vi } from 'vitest';
import { Root } from '../app/root.tsx';
import { createAdminRoutes } from '../organiser/admin-routes.tsx';
import type { fakeApiServer } from './api-server.ts';
import { renderRoutes } from './render.tsx';
import { signIn } from './session-cookies.ts';

export const everyEventPermission = ['event:read', 'event:create', 'event:update', 'event:delete'];

/** Opens a page of the admin area by its address, signed in with these permissions. */
export function openAdmin(
  server: ReturnType<typeof fakeApiServer>,
  address: string,
  permissions = everyEventPermission,
) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions });
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      hasPassword: true,
      authenticator: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      isProved: false,
      frozenPasskeys: 0,
      needsAllowance: false,
      removalAt: null,
    },
  });
  return renderRoutes([{ Component: Root, children: createAdminRoutes(() => address) }], address, {
    isWholeApp: true,
  });
}
