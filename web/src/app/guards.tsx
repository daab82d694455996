/**
 * Guards are loaders. They run before a page is shown, and again when the session changes, because the app then
 * revalidates the routes. They only decide which page to show; the server checks every call itself.
 */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { session } from '../identity/sessions/current-session.ts';
import { holdsAll } from '../identity/sessions/permissions.ts';
import { paths } from './paths.ts';

function pathOf(request: Request) {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}`;
}

export function requireLogin({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (!session.read().isLoggedIn) throw redirect(paths.login.href(pathOf(request)));
  return null;
}

/** Lets only users with all the permissions pass; the login page explains to the others what is missing. */
export function requirePermissions(codes: readonly string[]) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
    const { isLoggedIn, permissions } = session.read();
    if (!isLoggedIn || !holdsAll(permissions, codes)) throw redirect(paths.adminLogin.href(pathOf(request)));
    return null;
  };
}
