import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { EmailField } from '../email-field.tsx';
import { firstField } from '../first-field.ts';
import classes from '../form.module.css';
import { useLogin, useRegister } from '../identity.queries.ts';
import type { TypedAddress } from '../typed-address.ts';
import { WorkNotice } from '../work-notice.tsx';
import { CheckYourMail } from './check-your-mail.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { brokenPasswordRules } from './password-rules.ts';

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  password: 'Password',
};

/** Creates the account and signs in. The page around it reacts to the session. */
export function RegisterForm() {
  const register = useRegister();
  const login = useLogin();
  const { email = '' } = (useLocation().state ?? {}) as Partial<TypedAddress>;
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email, password: '' },
    validate: {
      firstName: (name) => (name.trim() === '' ? 'Enter your first name.' : null),
      lastName: (name) => (name.trim() === '' ? 'Enter your last name.' : null),
      email: (email) => (email.includes('@') ? null : 'Enter a valid e-mail address.'),
      password: (password) => brokenPasswordRules(password)[0] ?? null,
    },
  });
  const failed = register.isError ? register : login;
  // The answer does not reveal whether the address already had an account; a failed sign-in means that it had.
  if (hasType(login.error, 'invalid-credentials')) return <CheckYourMail email={form.values.email.trim()} />;
  const submit = form.onSubmit(
    (body) =>
      register.mutate(
        { body },
        {
          onSuccess: () =>
            login.mutate({ body: { email: body.email, password: body.password, remember: true } }),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {failed.isError ? <FormProblem key={failed.submittedAt} error={failed.error} labels={labels} /> : null}
      <div className={classes.pair}>
        <TextInput
          id="firstName"
          label={labels.firstName}
          autoComplete="given-name"
          maxLength={255}
          {...firstField()}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          id="lastName"
          label={labels.lastName}
          autoComplete="family-name"
          maxLength={255}
          {...form.getInputProps('lastName')}
        />
      </div>
      <EmailField label={labels.email} {...form.getInputProps('email')} />
      <NewPasswordField label={labels.password} {...form.getInputProps('password')} />
      <Button type="submit" size="lg" fullWidth loading={register.isPending || login.isPending}>
        Create account
      </Button>
      <WorkNotice />
    </form>
  );
}
