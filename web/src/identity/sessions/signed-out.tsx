import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigationType } from 'react-router';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { session } from './current-session.ts';

/** Signs out who came by a link of the app, and asks who came by an address: it may be a trick of somebody else. */
export function SignedOut({ loginHref }: { loginHref: string }) {
  const cameByLink = useNavigationType() === 'PUSH';
  const [isWanted, setIsWanted] = useState(cameByLink || !session.state().isLoggedIn);
  return (
    <>
      <PageTitle>Sign out</PageTitle>
      {isWanted ? <SigningOut loginHref={loginHref} /> : <Question onYes={() => setIsWanted(true)} />}
    </>
  );
}

function Question({ onYes }: { onYes: () => void }) {
  return (
    <AuthCard title="Sign out?">
      <p>Videos that play on this device will stop.</p>
      <Button size="lg" onClick={onYes}>
        Sign out
      </Button>
    </AuthCard>
  );
}

/** Signs out when it is shown, and reports when it is done. */
function SigningOut({ loginHref }: { loginHref: string }) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    void session.logout().then(() => setIsDone(true));
  }, []);
  return (
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
  );
}
