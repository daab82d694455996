import { Anchor } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { paths, returnPath } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { Destination } from '../destination.tsx';
import { ProviderError } from '../providers/provider-error.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { useSession } from '../sessions/use-session.ts';
import { RegisterForm } from './register-form.tsx';

export default function RegisterPage() {
  const { isLoggedIn } = useSession();
  const { search } = useLocation();
  const continueTo = returnPath(search, paths.home.href());
  if (isLoggedIn) return <Navigate to={continueTo} replace />;
  return (
    <>
      <PageTitle>Create an account</PageTitle>
      <AuthCard
        title="Create an account"
        footer={
          <>
            {'Already have an account? '}
            <Anchor component={Link} to={paths.login.href(continueTo)} underline="always">
              Sign in
            </Anchor>
          </>
        }
      >
        <Destination continueTo={continueTo} words="Create your free account to watch" />
        <ProviderError search={search} />
        <RegisterForm />
        <ProviderSignIn returnTo={paths.register.href(continueTo)} />
      </AuthCard>
    </>
  );
}
