/** The guard of the admin area; apart from the other ones, so that no viewer loads it. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pathOf } from '../app/routing/guards.tsx';
import { session } from '../identity/sessions/current-session.ts';
import { holdsAll, mayEnterAdmin } from '../identity/sessions/permissions.ts';
import { paths } from '../paths.ts';
import { MissingPermission } from '../ui/page/missing-permission.ts';

/**
 * Lets only users with all the permissions pass. The sign-in page explains to users without any permission of the admin
 * area what is missing; the others see which permission the page needs.
 */
export function requirePermissions(codes: readonly string[]) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
    const { isLoggedIn, permissions } = session.read();
    if (!isLoggedIn || !mayEnterAdmin(permissions)) throw redirect(paths.adminLogin.href(pathOf(request)));
    if (!holdsAll(permissions, codes))
      throw new MissingPermission(codes.filter((code) => !permissions.includes(code)));
    return null;
  };
}
