import { Anchor } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { paths, returnPath } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import classes from '../destination.module.css';
import { Destination } from '../destination.tsx';
import { ProviderError } from '../providers/provider-error.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { LoginForm } from './login-form.tsx';
import { SessionEnded } from './session-ended.tsx';
import { useSession } from './use-session.ts';

export default function LoginPage() {
  const { isLoggedIn } = useSession();
  const { search } = useLocation();
  const continueTo = returnPath(search, paths.home.href());
  if (isLoggedIn) return <Navigate to={continueTo} replace />;
  return (
    <>
      <PageTitle>Sign in</PageTitle>
      <AuthCard
        title="Sign in"
        footer={
          <>
            {'New here? '}
            <Anchor component={Link} to={paths.register.href(continueTo)} underline="always">
              Create an account
            </Anchor>
          </>
        }
      >
        <Destination continueTo={continueTo} words="Sign in to watch" />
        <AccountPage continueTo={continueTo} />
        <SessionEnded />
        <ProviderError search={search} />
        <LoginForm returnTo={continueTo} />
        <ProviderSignIn returnTo={paths.login.href(continueTo)} />
      </AuthCard>
    </>
  );
}

const accountPages: readonly (readonly [path: string, name: string])[] = [
  [paths.tickets.pattern, 'your tickets'],
  [paths.history.pattern, 'your history'],
  [paths.notifications.pattern, 'your reminders'],
  [paths.account.pattern, 'your account'],
  [paths.checkout.pattern, 'your purchase'],
];

/** Says what was asked for to somebody who was sent away from a page of the account. */
function AccountPage({ continueTo }: { continueTo: string }) {
  const [, name] = accountPages.find(([path]) => continueTo.startsWith(path)) ?? [];
  return name ? <p className={classes.line}>Sign in to see {name}.</p> : null;
}
