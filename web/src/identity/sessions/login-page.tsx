import { Anchor } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { paths, returnPath } from '../../app/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { ProviderError } from '../providers/provider-error.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { LoginForm } from './login-form.tsx';
import { useSession } from './use-session.ts';

export default function LoginPage() {
  const { isLoggedIn } = useSession();
  const { search } = useLocation();
  const goOnTo = returnPath(search, paths.home.href());
  if (isLoggedIn) return <Navigate to={goOnTo} replace />;
  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <AuthCard
        title="Sign in"
        footer={
          <>
            {'New here? '}
            <Anchor component={Link} to={paths.register.href(goOnTo)} underline="always">
              Create an account
            </Anchor>
          </>
        }
      >
        <ProviderError search={search} />
        <LoginForm />
        <ProviderSignIn backTo={paths.login.href(goOnTo)} />
      </AuthCard>
    </>
  );
}
