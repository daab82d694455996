import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { paths } from '../../app/paths.ts';
import { useRequestEmailVerification, useVerifyEmail } from '../identity.queries.ts';
import { useSession } from '../sessions/use-session.ts';
import { StatusCard } from './status-card.tsx';
import { isTokenRefused, useMailToken } from './use-mail-token.ts';

/** Confirms the address when it is opened: the link proves that the viewer can read the mailbox. */
export default function VerifyEmailPage() {
  const token = useMailToken();
  const { mutate, isSuccess, isError, error } = useVerifyEmail();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || token === '') return;
    hasStarted.current = true;
    mutate({ body: { token } });
  }, [mutate, token]);

  if (isSuccess) return <Done />;
  if (token === '' || isTokenRefused(error)) return <LinkRefused />;
  if (isError) return <Failed error={error} onRetry={() => mutate({ body: { token } })} />;
  return (
    <StatusCard title="Confirming your address" action={null}>
      One moment please.
    </StatusCard>
  );
}

/** Links to the home page, or to the sign-in for visitors. */
function ContinueButton() {
  const { isLoggedIn } = useSession();
  return (
    <Button component={Link} to={isLoggedIn ? paths.home.href() : paths.login.href()} size="lg">
      {isLoggedIn ? 'Continue' : 'Sign in'}
    </Button>
  );
}

function Done() {
  return (
    <StatusCard title="Your address is confirmed" action={<ContinueButton />}>
      Thank you. From now on you sign in with this address.
    </StatusCard>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button size="lg" onClick={onRetry}>
      Try again
    </Button>
  );
  if (!navigator.onLine) {
    return (
      <StatusCard title="You are offline" action={retry}>
        Check your connection, then try again. The link stays valid.
      </StatusCard>
    );
  }
  return (
    <StatusCard title="This could not be confirmed" action={retry}>
      {hasType(error, 'too-many-requests')
        ? 'There were too many attempts. Wait a little, then try again.'
        : 'Something went wrong between your device and our server. The link is still valid.'}
    </StatusCard>
  );
}

function LinkRefused() {
  const { isLoggedIn } = useSession();
  const request = useRequestEmailVerification();
  if (request.isSuccess) {
    return (
      <StatusCard title="Check your mail" action={<ContinueButton />}>
        A new link is on its way. It works once, for 48 hours.
      </StatusCard>
    );
  }
  if (hasType(request.error, 'conflict')) {
    return (
      <StatusCard title="Your address is confirmed" action={<ContinueButton />}>
        There is nothing left to do.
      </StatusCard>
    );
  }
  if (request.isError) return <Failed error={request.error} onRetry={() => request.mutate({})} />;
  const again = (
    <Button size="lg" loading={request.isPending} onClick={() => request.mutate({})}>
      Send a new link
    </Button>
  );
  return (
    <StatusCard title="This link no longer works" action={isLoggedIn ? again : <ContinueButton />}>
      It has expired or was used already. If you have confirmed your address before, there is nothing left to
      do.
    </StatusCard>
  );
}
