import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { EmailField } from '../email-field.tsx';
import classes from '../form.module.css';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../form-problem.tsx';
import { useLogin } from '../identity.queries.ts';
import { PasswordField } from '../password-field.tsx';

const labels = { email: 'E-mail address', password: 'Password' };

/** Signs in. The page around it reacts to the session. */
export function LoginForm() {
  const login = useLogin();
  const form = useForm({
    // Remember is on by default (docs/product.md, 9.2).
    initialValues: { email: '', password: '', remember: true },
    validate: {
      email: (email) => (email.trim() === '' ? 'Enter your e-mail address.' : null),
      password: (password) => (password === '' ? 'Enter your password.' : null),
    },
  });
  const submit = form.onSubmit(
    (body) => login.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {login.isError ? <FormProblem key={login.submittedAt} error={login.error} labels={labels} /> : null}
      <EmailField label={labels.email} {...form.getInputProps('email')} />
      <PasswordField
        label={labels.password}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Checkbox
        label="Keep me signed in on this device"
        {...form.getInputProps('remember', { type: 'checkbox' })}
      />
      <Button type="submit" size="lg" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      <Anchor component={Link} to={paths.forgotPassword.href()} underline="always" className={classes.aside}>
        Forgot your password?
      </Anchor>
    </form>
  );
}
