/**
 * Guards are loaders. They run before a page is shown, and again when the session changes, because the app then
 * revalidates the routes. They only decide which page to show; the server checks every call itself.
 */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { session } from '../../identity/sessions/current-session.ts';
import { paths } from '../../paths.ts';

export function pathOf(request: Request) {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}`;
}

export function requireLogin({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (!session.read().isLoggedIn) throw redirect(paths.login.href(pathOf(request)));
  return null;
}
