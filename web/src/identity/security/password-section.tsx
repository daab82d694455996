import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { NewPasswordField } from '../accounts/new-password-field.tsx';
import { brokenPasswordRules } from '../accounts/password-rules.ts';
import formClasses from '../form.module.css';
import { PasswordField } from '../password-field.tsx';
import { useChangePassword, useSecondFactor } from './security.queries.ts';

const labels = { currentPassword: 'Current password', password: 'New password' };

export function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false);
  const factors = useSecondFactor();
  return (
    <Section title="Password" lead="A new password signs all your other devices out.">
      <Loaded query={factors}>
        {({ hasPassword }) =>
          isOpen ? (
            <PasswordForm hasPassword={hasPassword} onDone={() => setIsOpen(false)} />
          ) : (
            <Button variant="default" className={classes.action} onClick={() => setIsOpen(true)}>
              {hasPassword ? 'Change the password' : 'Set a password'}
            </Button>
          )
        }
      </Loaded>
    </Section>
  );
}

function PasswordForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const change = useChangePassword();
  const form = useForm({
    initialValues: { currentPassword: '', password: '' },
    validate: {
      currentPassword: (given) => (hasPassword && given === '' ? 'Enter your current password.' : null),
      password: (password) => brokenPasswordRules(password)[0] ?? null,
    },
  });
  const submit = form.onSubmit(
    ({ currentPassword, password }) =>
      change.mutate(
        { body: hasPassword ? { currentPassword, password } : { password } },
        {
          onSuccess: () => {
            showToast({ title: 'Your password has changed', tone: 'success' });
            onDone();
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={`${formClasses.form} ${classes.narrow}`}>
      {change.isError ? <FormProblem key={change.submittedAt} error={change.error} labels={labels} /> : null}
      {hasPassword ? (
        <PasswordField
          id="currentPassword"
          label={labels.currentPassword}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      ) : null}
      <NewPasswordField label={labels.password} {...form.getInputProps('password')} />
      <div className={classes.rowActions}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Save the password
        </Button>
      </div>
    </form>
  );
}
