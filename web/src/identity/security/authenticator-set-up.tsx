import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '@ringside/openapi/schema';
import classes from '../../ui/account/account-page.module.css';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeField } from '../code-field.tsx';
import formClasses from '../form.module.css';
import { useConfirmAuthenticator } from './security.queries.ts';

interface Props {
  secret: components['schemas']['AuthenticatorSecret'];
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows the secret to the app, and checks a first code. */
export function AuthenticatorSetUp({ secret, onCodes, onCancel }: Props) {
  const check = useConfirmAuthenticator();
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) => (/^\s*(\d\s*){6}$/.test(code) ? null : 'Enter the 6 digits that the app shows.'),
    },
  });
  const submit = form.onSubmit(
    (body) =>
      check.mutate(
        { body },
        {
          onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={`${formClasses.form} ${classes.narrow}`}>
      {check.isError ? (
        <FormProblem key={check.submittedAt} error={check.error} labels={{ code: 'Code' }} />
      ) : null}
      <ol className={classes.steps}>
        <li>
          Scan this with your authenticator app:
          <QrCode text={secret.uri} label="QR code for your authenticator app" />
          <a className={classes.link} href={secret.uri}>
            Open the app on this device
          </a>
        </li>
        <li>
          Or type in this key:
          <code className={classes.secret}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </li>
        <li>Enter the code that the app shows:</li>
      </ol>
      <CodeField
        description="6 digits. Each code is valid for half a minute."
        inputMode="numeric"
        {...form.getInputProps('code')}
      />
      <div className={classes.rowActions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={check.isPending}>
          Finish
        </Button>
      </div>
    </form>
  );
}
