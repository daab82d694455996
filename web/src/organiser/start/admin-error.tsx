import { Anchor, Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { isProblem } from '../../api/problem.ts';
import { paths } from '../../paths.ts';
import { MissingPermission } from '../../ui/page/missing-permission.ts';
import { PageError } from '../../ui/page/page-error.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EmptyState } from '../../ui/state/state-panel.tsx';

/** True for what `AdminError` has words for: no fault, but a page that is missing or not allowed. */
export function isAdminError(error: unknown) {
  return (
    error instanceof MissingPermission ||
    (error instanceof PageError && error.type === 'not_found') ||
    (isProblem(error) && error.status === 404)
  );
}

/** What a page of the admin area shows instead of itself; the navigation stays. */
export function AdminError({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  if (error instanceof MissingPermission) return <Forbidden codes={error.codes} />;
  const title = `Page Not Found: ${pathname}`;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EmptyState
        title={title}
        headingOrder={1}
        action={
          <Button component={Link} to={paths.admin.href()}>
            Admin home
          </Button>
        }
      >
        It may have been deleted, or the address was mistyped.
      </EmptyState>
    </>
  );
}

function Forbidden({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <PageTitle>No permission for this page</PageTitle>
      <EmptyState
        title="No permission for this page"
        headingOrder={1}
        action={
          <Anchor component={Link} to={paths.adminLogout.href()}>
            Use another account
          </Anchor>
        }
      >
        {`This page needs the ${codes.length === 1 ? 'permission' : 'permissions'} ${codes.join(', ')}. Ask an administrator for a role with it.`}
      </EmptyState>
    </>
  );
}
