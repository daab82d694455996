import { Anchor, Button } from '@mantine/core';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { isProblem } from '../api/problem.ts';
import { native } from '../native.ts';
import { Logo, LogoMark } from '../ui/logo.tsx';
import { mediaErrorBody, mediaErrorHeading, PageError, pageNotFound } from '../ui/page-error.ts';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './error-page.module.css';
import { paths } from './paths.ts';
import { reloadPage } from './reload-page.ts';

const apology = 'Apologies for the error on our website.';

/** Turns anything that a route throws into a PageError: status 404 is not_found, the rest unrecoverable. */
export function toPageError(error: unknown, path: string): PageError {
  if (error instanceof PageError) return error;
  const hasStatus404 = (isRouteErrorResponse(error) || isProblem(error)) && error.status === 404;
  if (hasStatus404) return pageNotFound(path);
  const publicMessage = isProblem(error) ? error.detail : undefined;
  return new PageError('unrecoverable', { publicMessage, cause: error });
}

/** The full-page error screen (docs/product.md, 4.1 to 4.6). */
export function ErrorPage({ homeHref = paths.home.href() }: { homeHref?: string }) {
  const thrown = useRouteError();
  const { pathname } = useLocation();
  const error = toPageError(thrown, pathname);
  const heading = error.publicMessage ?? (error.type === 'media' ? mediaErrorHeading : apology);
  return (
    <main className={classes.page}>
      <PageTitle>{heading}</PageTitle>
      <LogoMark className={classes.backdrop} />
      <Logo size={36} className={classes.logo} />
      <h1 className={classes.heading}>{heading}</h1>
      <p className={classes.body}>
        {error.type === 'media' ? (
          mediaErrorBody
        ) : (
          <>
            {'Our team is working on fixing it and we appreciate your patience. Please return to '}
            <Anchor component={Link} to={homeHref} underline="always">
              Home page
            </Anchor>
          </>
        )}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={homeHref} variant={error.type === 'media' ? 'default' : 'filled'}>
          Return home
        </Button>
        <Button onClick={() => reloadPage()} variant={error.type === 'media' ? 'filled' : 'default'}>
          Reload page
        </Button>
      </div>
      {native().isNative ? <pre className={classes.details}>{detailsOf(thrown)}</pre> : null}
    </main>
  );
}

/** Shown only in the native app, where nobody can open a console. */
function detailsOf(error: unknown) {
  if (error instanceof Error) return error.stack ?? error.message;
  return JSON.stringify(error, null, 2);
}
