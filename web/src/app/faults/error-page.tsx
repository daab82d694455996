import { Button } from '@mantine/core';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { isProblem } from '../../api/problem.ts';
import { native } from '../../native.ts';
import { paths } from '../../paths.ts';
import { Logo, LogoMark } from '../../ui/logo.tsx';
import { mediaErrorBody, mediaErrorHeading, PageError, pageNotFound } from '../../ui/page/page-error.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import classes from './error-page.module.css';
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

/** The full-page error screen (docs/product.md, 4.1 to 4.6), for a fault that leaves no layout to stand in. */
export function ErrorPage() {
  const thrown = useRouteError();
  const { pathname } = useLocation();
  return (
    <main className={`${classes.page} ${classes.whole}`}>
      <ErrorText error={toPageError(thrown, pathname)} thrown={thrown} homeHref={paths.home.href()} />
    </main>
  );
}

interface Props {
  error: PageError;
  /** What the route threw, for the details of the native app. */
  thrown: unknown;
  homeHref: string;
}

/** The same screen in the place of a page; header and navigation stay. */
export function ErrorInLayout(props: Props) {
  return (
    <div className={classes.page}>
      <ErrorText {...props} />
    </div>
  );
}

function ErrorText({ error, thrown, homeHref }: Props) {
  const isMedia = error.type === 'media';
  const heading = error.publicMessage ?? (isMedia ? mediaErrorHeading : apology);
  return (
    <>
      <PageTitle>{heading}</PageTitle>
      <LogoMark className={classes.backdrop} />
      <Logo size={36} className={classes.logo} />
      <h1 className={classes.heading}>{heading}</h1>
      <p className={classes.body}>
        {isMedia ? (
          mediaErrorBody
        ) : (
          <>
            {'Our team is working on fixing it and we appreciate your patience. Please return to '}
            <Link to={homeHref} className={classes.link}>
              Home page
            </Link>
          </>
        )}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={homeHref} variant={isMedia ? 'default' : undefined}>
          Return home
        </Button>
        <Button onClick={() => reloadPage()} variant={isMedia ? undefined : 'default'}>
          Reload page
        </Button>
      </div>
      {native().isNative ? <pre className={classes.details}>{detailsOf(thrown)}</pre> : null}
    </>
  );
}

/** Shown only in the native app, where nobody can open a console. */
function detailsOf(error: unknown) {
  if (error instanceof Error) return error.stack ?? error.message;
  return JSON.stringify(error, null, 2);
}
