import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { usePasskeyLogin, usePasskeyLoginOptions } from './identity.queries.ts';
import {
  askPasskey,
  canAutofillPasskeys,
  hasPasskeys,
  passkeyFault,
  stopAskingPasskey,
} from './passkeys-of-browser.ts';
import { useAction } from './use-action.ts';

/** The server's options expire after 5 minutes. */
const renewalMs = 4 * 60_000;

/** A button to sign in with a passkey. Where the browser can, the e-mail field offers the passkeys too. */
export function PasskeySignIn({ remember }: { remember: boolean }) {
  const options = usePasskeyLoginOptions();
  const login = usePasskeyLogin();
  /** What the box says when the passkey has answered, which may be minutes later. */
  const finish = useEffectEvent((response: Awaited<ReturnType<typeof askPasskey>>) =>
    login.mutateAsync({ body: { response, remember } }),
  );
  const { run, isRunning, fault } = useAction(async () => {
    const response = await askPasskey(await options.mutateAsync({}));
    await login.mutateAsync({ body: { response, remember } });
  }, passkeyFault);

  const offered = useAction(async () => {
    let hasAnswered = false;
    try {
      if (!(await canAutofillPasskeys())) return;
      const response = await askPasskey(await options.mutateAsync({}), { autofill: true });
      hasAnswered = true;
      await finish(response);
    } catch (error) {
      // Until the viewer picks a passkey they have asked for nothing, and a failure needs no words.
      if (hasAnswered) throw error;
    }
  }, passkeyFault);
  const offer = useEffectEvent(() => {
    // A browser shows one question at a time, and the one of the button comes first.
    if (!isRunning) offered.run();
  });
  useEffect(() => {
    offer();
    const renewal = window.setInterval(() => offer(), renewalMs);
    return () => {
      window.clearInterval(renewal);
      void stopAskingPasskey();
    };
  }, []);

  if (!hasPasskeys()) return null;
  const shown = fault ?? offered.fault;
  return (
    <>
      {shown ? <FormProblem key={shown.at} error={shown.error} labels={{}} /> : null}
      <Button variant="default" size="lg" fullWidth loading={isRunning} onClick={run}>
        Use a passkey
      </Button>
    </>
  );
}
