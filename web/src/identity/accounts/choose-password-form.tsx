import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import classes from '../form.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { brokenPasswordRules } from './password-rules.ts';

const labels = { password: 'New password' };

interface ChosenPassword {
  body: { token: string; password: string };
}

interface Props {
  /** From the mail. */
  token: string;
  save: Pick<
    UseMutationResult<unknown, unknown, ChosenPassword>,
    'error' | 'isError' | 'isPending' | 'mutate' | 'submittedAt'
  >;
  /** Stands above the password. */
  children?: ReactNode;
}

/** Chooses the password of an account whose mail has brought its owner here. */
export function ChoosePasswordForm({ token, save, children }: Props) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => brokenPasswordRules(password)[0] ?? null },
  });
  const submit = form.onSubmit(
    ({ password }) =>
      save.mutate({ body: { token, password } }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
    focusFirstInvalid,
  );
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {save.isError ? <FormProblem key={save.submittedAt} error={save.error} labels={labels} /> : null}
      {children}
      <NewPasswordField label={labels.password} {...form.getInputProps('password')} />
      <Button type="submit" size="lg" fullWidth loading={save.isPending}>
        Save the password
      </Button>
    </form>
  );
}
