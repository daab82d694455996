import { Anchor, Button } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { paths, returnPath } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { ProviderError } from '../providers/provider-error.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { LoginForm } from './login-form.tsx';
import { mayEnterAdmin } from './permissions.ts';
import { SessionEnded } from './session-ended.tsx';
import { useSession } from './use-session.ts';

/** A new account has no permission, so this page offers none; an invitation makes an account with its roles. */
export default function AdminLoginPage() {
  const { isLoggedIn, email, permissions } = useSession();
  const { search } = useLocation();
  const continueTo = returnPath(search, paths.admin.href());
  if (isLoggedIn && mayEnterAdmin(permissions)) return <Navigate to={continueTo} replace />;
  if (isLoggedIn) return <NoPermission email={email} />;
  return (
    <>
      <PageTitle>Admin sign in</PageTitle>
      <AuthCard title="Admin sign in" footer="No account yet? Ask an administrator to invite you.">
        <SessionEnded />
        <ProviderError search={search} />
        <LoginForm returnTo={paths.adminLogin.href(continueTo)} />
        <ProviderSignIn returnTo={paths.adminLogin.href(continueTo)} />
      </AuthCard>
    </>
  );
}

function NoPermission({ email }: { email: string }) {
  return (
    <>
      <PageTitle>No access to the admin area</PageTitle>
      <AuthCard title="No access to the admin area">
        <p>
          You are signed in as <strong>{email}</strong>. This account may not open the admin area; ask an
          administrator for a role, or sign in with another account.
        </p>
        <Button component={Link} to={paths.adminLogout.href()} size="lg">
          Use another account
        </Button>
        <Anchor component={Link} to={paths.home.href()}>
          Back to the site
        </Anchor>
      </AuthCard>
    </>
  );
}
