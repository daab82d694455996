import { Button } from '@mantine/core';
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
import { namesOfAddress } from './names-of-address.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { brokenPasswordRules } from './password-rules.ts';

const labels = {
  email: 'E-mail address',
  password: 'Password',
};

/** Creates the account, whose names come from the address, and signs in. The page around it reacts to the session. */
export function RegisterForm() {
  const register = useRegister();
  const login = useLogin();
  const { email = '' } = (useLocation().state ?? {}) as Partial<TypedAddress>;
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
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
        { body: { ...body, ...namesOfAddress(body.email) } },
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
      <EmailField label={labels.email} {...firstField()} {...form.getInputProps('email')} />
      <NewPasswordField label={labels.password} {...form.getInputProps('password')} />
      <Button type="submit" size="lg" fullWidth loading={register.isPending || login.isPending}>
        Create account
      </Button>
      <WorkNotice />
    </form>
  );
}
