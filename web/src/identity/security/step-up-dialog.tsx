import '@mantine/core/styles/Loader.layer.css';
import { Anchor, Button, Loader } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '@ringside/openapi/schema';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { CodeField } from '../code-field.tsx';
import classes from '../form.module.css';
import { askPasskey, hasPasskeys, passkeyFault } from '../passkeys-of-browser.ts';
import { PasswordField } from '../password-field.tsx';
import { ProviderSignIn } from '../providers/provider-sign-in.tsx';
import { useAction } from '../use-action.ts';
import { useCreateStepUpOptions, useStepUp } from './security.queries.ts';

type Options = components['schemas']['StepUpOptions'];

/** Resolves with true when the server has accepted the proof, with false when the viewer closes the dialog. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    let isProved = false;
    openModal({
      title: 'Confirm that it is you',
      onClose: () => resolve(isProved),
      content: (close) => (
        <StepUpDialog
          onProved={() => {
            isProved = true;
            close();
          }}
        />
      ),
    });
  });
}

function StepUpDialog({ onProved }: { onProved: () => void }) {
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
  return <Ways options={data} onProved={onProved} />;
}

function Ways({ options, onProved }: { options: Options; onProved: () => void }) {
  const withPasskey = options.passkey !== null && hasPasskeys();
  if (!withPasskey && !options.hasPassword && options.providers.length === 0) return <NoWay />;
  return (
    <div className={classes.form}>
      <p className={classes.message}>
        You are about to change something that matters. Confirm that it is you; then you are not asked again
        for 10 minutes.
      </p>
      {withPasskey && options.passkey ? <PasskeyProof passkey={options.passkey} onProved={onProved} /> : null}
      {options.hasPassword ? (
        <PasswordProof needsCode={options.needsCode} isSecond={withPasskey} onProved={onProved} />
      ) : null}
      {options.providers.length > 0 ? (
        <ProviderSignIn
          codes={options.providers}
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
      <Button size="lg" fullWidth loading={isRunning} onClick={run}>
        Use a passkey
      </Button>
    </>
  );
}

const labels = { password: 'Password', code: 'Code' };

function PasswordProof({
  needsCode,
  isSecond,
  onProved,
}: {
  needsCode: boolean;
  isSecond: boolean;
  onProved: () => void;
}) {
  const stepUp = useStepUp();
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? 'Enter your password.' : null),
      code: (code) => (needsCode && code.trim() === '' ? 'Enter the code of your app.' : null),
    },
  });
  const submit = form.onSubmit(
    ({ password, code }) =>
      stepUp.mutate(
        { body: needsCode ? { password, code } : { password } },
        { onSuccess: onProved, onError: (error) => form.setErrors(fieldErrors(error)) },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {stepUp.isError ? <FormProblem key={stepUp.submittedAt} error={stepUp.error} labels={labels} /> : null}
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        data-autofocus={isSecond ? undefined : true}
        {...form.getInputProps('password')}
      />
      {needsCode ? <CodeField {...form.getInputProps('code')} /> : null}
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
