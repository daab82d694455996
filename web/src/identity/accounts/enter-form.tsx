import { Anchor, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { paths } from '../../paths.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { CodeField } from '../code-field.tsx';
import { EmailField } from '../email-field.tsx';
import { firstField } from '../first-field.ts';
import classes from '../form.module.css';
import { PasskeySignIn } from '../passkey-sign-in.tsx';
import { PasswordField } from '../password-field.tsx';
import type { TypedAddress } from '../typed-address.ts';
import { WorkNotice } from '../work-notice.tsx';
import { passwordMaxLength } from './password-rules.ts';
import { useEnter } from './use-enter.ts';

const labels = { email: 'E-mail address', password: 'Password', code: 'Code' };

/** The rules of 5.8, as one line until one is broken. */
const passwordHint =
  'New here? Choose one: 8 characters or more, with upper and lower case, a number and a special character.';

interface Props {
  /** Filled in; empty where nobody has typed it yet. */
  email: string;
  /** What the button does for the viewer. */
  action: string;
  /** Where a new password leads back to. */
  returnTo: string;
}

/**
 * First the address, then one step that signs in or makes the account: both look the same. The page around it reacts to the
 * session.
 */
export function EnterForm({ email, action, returnTo }: Props) {
  const enter = useEnter();
  /** Until then nobody reads about passwords. */
  const [hasAddress, setHasAddress] = useState(email !== '');
  /** The password was right, and the account has an authenticator app. */
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    // Another account may have no app.
    onValuesChange: (typed, before) => typed.email !== before.email && setNeedsCode(false),
    initialValues: { email, password: '', code: '' },
    validate: {
      email: (typed) => (typed.includes('@') ? null : 'Enter a valid e-mail address.'),
      password: (typed) => (hasAddress && typed === '' ? 'Enter your password, or choose one.' : null),
      code: (typed) => (needsCode && typed.trim() === '' ? 'Enter the code of your app.' : null),
    },
  });
  const submit = form.onSubmit(({ code, ...typed }) => {
    if (!hasAddress) return setHasAddress(true);
    enter.mutate(
      { ...typed, email: typed.email.trim(), ...(needsCode ? { code } : {}) },
      {
        onError: (error) => {
          form.setErrors(fieldErrors(error));
          if (hasType(error, 'invalid-code')) form.setFieldError('code', error.detail);
          if (hasType(error, 'code-required')) setNeedsCode(true);
        },
      },
    );
  }, focusFirstInvalid);
  const hasFault = enter.isError && !hasType(enter.error, 'code-required');
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {hasFault ? <FormProblem key={enter.submittedAt} error={enter.error} labels={labels} /> : null}
      <EmailField
        label={labels.email}
        autoComplete="username webauthn"
        {...(email === '' ? firstField() : {})}
        {...form.getInputProps('email')}
      />
      {hasAddress ? (
        <PasswordField
          label={labels.password}
          // A password manager fills in the known one, or proposes one.
          autoComplete="current-password"
          description={passwordHint}
          maxLength={passwordMaxLength}
          // After the address the keyboard is there already.
          {...(email === '' ? { autoFocus: true } : firstField())}
          {...form.getInputProps('password')}
        />
      ) : null}
      {needsCode ? <CodeField autoFocus {...form.getInputProps('code')} /> : null}
      <Button type="submit" size="lg" fullWidth loading={enter.isPending}>
        {hasAddress ? action : 'Continue with e-mail'}
      </Button>
      <WorkNotice />
      {hasAddress ? (
        <Anchor
          component={Link}
          to={paths.forgotPassword.href(returnTo)}
          state={{ email: form.values.email.trim() } satisfies TypedAddress}
          underline="always"
          className={classes.centred}
        >
          Forgot your password?
        </Anchor>
      ) : null}
      <PasskeySignIn remember />
    </form>
  );
}
