/**
 * Guards are loaders: they decide before a page is shown, and again whenever the session changes, because the
 * app revalidates the routes then. They only choose what to offer; the server decides for itself.
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

/** Passes only who holds every one of the permissions; the login page tells the others why. */
export function requirePermissions(codes: readonly string[]) {
  return ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
    const { isLoggedIn, permissions } = session.read();
    if (!isLoggedIn || !holdsAll(permissions, codes)) throw redirect(paths.adminLogin.href(pathOf(request)));
    return null;
  };
}
