import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '../../ui/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { session } from './current-session.ts';

/** Signs out when it is shown, and reports when it is done. */
export function SignedOut({ loginHref }: { loginHref: string }) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    void session.logout().then(() => setIsDone(true));
  }, []);
  return (
    <>
      <PageTitle>Sign out</PageTitle>
      <AuthCard title={isDone ? 'You are signed out' : 'Signing out'}>
        <p role="status">
          {isDone ? 'Videos that were playing on this device have stopped.' : 'One moment please.'}
        </p>
        {isDone ? (
          <Button component={Link} to={loginHref} size="lg">
            Sign in again
          </Button>
        ) : null}
      </AuthCard>
    </>
  );
}
