import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { useSession } from '../sessions/use-session.ts';
import { EnterForm } from './enter-form.tsx';

export interface DoorProps {
  /** What the button does for the viewer. */
  action: string;
  /** This page, to which a provider or a new password leads back. */
  returnTo: string;
  close: () => void;
}

/** It closes by itself; the page goes on with what the viewer wanted. */
export function Door({ action, returnTo, close }: DoorProps) {
  const { isLoggedIn } = useSession();
  useEffect(() => {
    if (isLoggedIn) close();
  }, [isLoggedIn, close]);
  return (
    <>
      <EnterForm email="" action={action} returnTo={returnTo} />
      {/* The sign-in page says what has gone wrong there. */}
      <ProviderSignIn returnTo={paths.login.href(returnTo)} />
    </>
  );
}
