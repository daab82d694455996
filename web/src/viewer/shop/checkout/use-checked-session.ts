import { useEffect, useRef } from 'react';
import { session } from '../../../identity/sessions/current-session.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';

/**
 * A sign-in may have been ended on another device during the payment, and this page still believes in it: the call answers
 * visitors too. Renewing the session finds out; the session that has ended then says so.
 * @param isUnseen the server has answered as to somebody else, or to nobody.
 */
export function useCheckedSession(isUnseen: boolean, askAgain: () => void) {
  const { isLoggedIn } = useSession();
  const isDoubted = isLoggedIn && isUnseen;
  const ask = useRef(askAgain);
  ask.current = askAgain;
  useEffect(() => {
    if (isDoubted) void session.renew().then(() => ask.current());
  }, [isDoubted]);
}
