import '@mantine/core/styles/Loader.layer.css';
import { Anchor, Button, Loader } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '@ringside/openapi/schema';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { CodeField } from '../code-field.tsx';
import classes from '../form.module.css';
import { LostFactor } from '../lost-factor.tsx';
import { askPasskey, hasPasskeys, passkeyFault } from '../passkeys-of-browser.ts';
import { PasswordField } from '../password-field.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { useSession } from '../sessions/use-session.ts';
import { useAction } from '../use-action.ts';
import { useCreateStepUpOptions, useStepUp } from './security.queries.ts';

type Options = components['schemas']['StepUpOptions'];

/** Takes the focus, whether the ways to prove come before or after the dialog has opened. */
const firstControl = { autoFocus: true, 'data-autofocus': true };

/**
 * Resolves with true when the server has accepted the proof, with false when the viewer closes the dialog.
 * @param byFactor a password alone or a provider is not enough.
 */
export function askForProof(byFactor: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    let isProved = false;
    openModal({
      title: 'Confirm that it is you',
      onClose: () => resolve(isProved),
      content: (close) => (
        <StepUpDialog
          byFactor={byFactor}
          onProved={() => {
            isProved = true;
            close();
          }}
        />
      ),
    });
  });
}

interface Asked {
  byFactor: boolean;
  onProved: () => void;
}

function StepUpDialog({ byFactor, onProved }: Asked) {
  const { mutate, data, isError, error, submittedAt } = useCreateStepUpOptions();
  useEffect(() => mutate({}), [mutate]);
  if (isError) {
    return (
      <div className={classes.form}>
        <FormProblem key={submittedAt} error={error} labels={{}} />
        <Button onClick={() => mutate({})}>Try again</Button>
      </div>
    );
  }
  if (!data) return <Loader aria-label="Loading" />;
  return <Ways options={data} byFactor={byFactor} onProved={onProved} />;
}

function Ways({ options, byFactor, onProved }: Asked & { options: Options }) {
  const { hasPassword, needsCode, codeProves, providers } = options;
  const withPasskey = options.passkey !== null && hasPasskeys();
  const isTyped = byFactor ? needsCode && codeProves : hasPassword;
  // A code alone is enough beside a recent sign-in with the provider.
  const withProvider = providers.length > 0 && (byFactor ? isTyped && !hasPassword : true);
  if (!withPasskey && !isTyped && !withProvider)
    return byFactor ? <NoFactor hasPassword={hasPassword} /> : <NoWay />;
  return (
    <div className={classes.form}>
      <p className={classes.message}>
        {byFactor
          ? 'Only your passkey or your authenticator app changes how you sign in. Confirm that it is you; then you are not asked again for 10 minutes.'
          : 'You are about to change something that matters. Confirm that it is you; then you are not asked again for 10 minutes.'}
      </p>
      {withPasskey && options.passkey ? <PasskeyProof passkey={options.passkey} onProved={onProved} /> : null}
      {isTyped ? (
        <TypedProof
          hasPassword={hasPassword}
          needsCode={needsCode}
          isSecond={withPasskey}
          onProved={onProved}
        />
      ) : null}
      {withProvider ? (
        <ProviderSignIn
          codes={providers}
          isFresh
          returnTo={`${window.location.pathname}${window.location.search}`}
        />
      ) : null}
    </div>
  );
}

/** For example an account with a passkey alone, in a browser that has none. */
function NoWay() {
  return (
    <div className={classes.form}>
      <p className={classes.message}>
        This has to be confirmed by you, and your account has nothing that works in this browser. Use a device
        that has your passkey, or set a password first.
      </p>
      <Anchor component={Link} to={paths.forgotPassword.href()}>
        Set a password by mail
      </Anchor>
    </div>
  );
}

/** What there is is on another device, frozen or lost. */
function NoFactor({ hasPassword }: Pick<Options, 'hasPassword'>) {
  const [password, setPassword] = useState('');
  const email = useSession()?.email ?? '';
  return (
    <div className={classes.form}>
      <p className={classes.message}>
        This needs a passkey or a recovery code that is not frozen, and this browser has none. Use a device
        that has your passkey.
      </p>
      {hasPassword ? (
        <>
          <PasswordField
            label={labels.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <LostFactor email={email} password={password} />
        </>
      ) : (
        <Anchor component={Link} to={paths.forgotPassword.href()}>
          If it is lost: set a password by mail, then come back
        </Anchor>
      )}
    </div>
  );
}

function PasskeyProof({
  passkey,
  onProved,
}: {
  passkey: NonNullable<Options['passkey']>;
  onProved: () => void;
}) {
  const stepUp = useStepUp();
  const { run, isRunning, fault } = useAction(async () => {
    await stepUp.mutateAsync({ body: { passkey: await askPasskey(passkey) } });
    onProved();
  }, passkeyFault);
  return (
    <>
      {fault ? <FormProblem key={fault.at} error={fault.error} labels={{}} /> : null}
      <Button {...firstControl} size="lg" fullWidth loading={isRunning} onClick={run}>
        Use a passkey
      </Button>
    </>
  );
}

const labels = { password: 'Password', code: 'Code' };

/** The password, the code, or both. */
function TypedProof({
  hasPassword,
  needsCode,
  isSecond,
  onProved,
}: Pick<Options, 'hasPassword' | 'needsCode'> & {
  isSecond: boolean;
  onProved: () => void;
}) {
  const stepUp = useStepUp();
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (hasPassword && password === '' ? 'Enter your password.' : null),
      code: (code) => (needsCode && code.trim() === '' ? 'Enter the code of your app.' : null),
    },
  });
  const submit = form.onSubmit(
    ({ password, code }) =>
      stepUp.mutate(
        { body: { ...(hasPassword ? { password } : {}), ...(needsCode ? { code } : {}) } },
        { onSuccess: onProved, onError: (error) => form.setErrors(fieldErrors(error)) },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {stepUp.isError ? <FormProblem key={stepUp.submittedAt} error={stepUp.error} labels={labels} /> : null}
      {hasPassword ? (
        <PasswordField
          label={labels.password}
          autoComplete="current-password"
          {...(isSecond ? {} : firstControl)}
          {...form.getInputProps('password')}
        />
      ) : null}
      {needsCode ? (
        <CodeField {...(isSecond || hasPassword ? {} : firstControl)} {...form.getInputProps('code')} />
      ) : null}
      <Button
        type="submit"
        size="lg"
        fullWidth
        variant={isSecond ? 'default' : 'filled'}
        loading={stepUp.isPending}
      >
        Confirm
      </Button>
    </form>
  );
}
