import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { paths } from '../../paths.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { CodeField } from '../code-field.tsx';
import { EmailField } from '../email-field.tsx';
import { firstField } from '../first-field.ts';
import classes from '../form.module.css';
import { useLogin } from '../identity.queries.ts';
import { LostFactor } from '../lost-factor.tsx';
import { PasskeySignIn } from '../passkey-sign-in.tsx';
import { PasswordField } from '../password-field.tsx';
import type { TypedAddress } from '../typed-address.ts';
import { WorkNotice } from '../work-notice.tsx';

const labels = { email: 'E-mail address', password: 'Password', code: 'Code' };

/** Signs in. The page around it reacts to the session. */
export function LoginForm({ returnTo }: { returnTo: string }) {
  const login = useLogin();
  const { email = '' } = (useLocation().state ?? {}) as Partial<TypedAddress>;
  /** The password was right, and the account has an authenticator app. */
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    // Another account may have no app.
    onValuesChange: ({ email }, previous) => email !== previous.email && setNeedsCode(false),
    // Remember is on by default (docs/product.md, 9.2).
    initialValues: { email, password: '', code: '', remember: true },
    validate: {
      email: (email) => (email.trim() === '' ? 'Enter your e-mail address.' : null),
      password: (password) => (password === '' ? 'Enter your password.' : null),
      code: (code) => (needsCode && code.trim() === '' ? 'Enter the code of your app.' : null),
    },
  });
  const submit = form.onSubmit(
    ({ code, ...body }) =>
      login.mutate(
        { body: needsCode ? { ...body, code } : body },
        {
          onError: (error) => {
            form.setErrors(fieldErrors(error));
            if (hasType(error, 'invalid-code')) form.setFieldError('code', error.detail);
            if (hasType(error, 'code-required')) setNeedsCode(true);
          },
        },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {login.isError && !hasType(login.error, 'code-required') ? (
        <FormProblem key={login.submittedAt} error={login.error} labels={labels} />
      ) : null}
      <EmailField
        label={labels.email}
        autoComplete="username webauthn"
        {...firstField()}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Anchor
        component={Link}
        to={paths.forgotPassword.href(returnTo)}
        state={{ email: form.values.email.trim() } satisfies TypedAddress}
        underline="always"
        className={classes.belowField}
      >
        Forgot your password?
      </Anchor>
      {needsCode ? <CodeField autoFocus {...form.getInputProps('code')} /> : null}
      <Checkbox
        label="Keep me signed in on this device"
        {...form.getInputProps('remember', { type: 'checkbox' })}
      />
      <Button type="submit" size="lg" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      <WorkNotice />
      {needsCode ? (
        <LostFactor email={form.values.email.trim()} password={form.values.password} />
      ) : (
        <PasskeySignIn remember={form.values.remember} />
      )}
    </form>
  );
}
