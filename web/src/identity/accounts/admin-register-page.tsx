import { Anchor } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { paths, returnPath } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { useSession } from '../sessions/use-session.ts';
import { RegisterForm } from './register-form.tsx';

export default function AdminRegisterPage() {
  const { isLoggedIn } = useSession();
  const { search } = useLocation();
  const continueTo = returnPath(search, paths.admin.href());
  // The admin login page shows a new account that it has no role yet.
  if (isLoggedIn) return <Navigate to={paths.adminLogin.href(continueTo)} replace />;
  return (
    <>
      <PageTitle>Create an admin account</PageTitle>
      <AuthCard
        title="Create an account"
        footer={
          <>
            {'Already have an account? '}
            <Anchor component={Link} to={paths.adminLogin.href(continueTo)} underline="always">
              Sign in
            </Anchor>
          </>
        }
      >
        <p>An administrator gives the new account its role; until then the admin area stays closed.</p>
        <RegisterForm />
      </AuthCard>
    </>
  );
}
