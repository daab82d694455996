import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from '../password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { passwordMaxLength, passwordRules } from './password-rules.ts';

/** The field for a password that is being chosen, with the rules that it must follow. */
export function NewPasswordField({ error, ...props }: PasswordInputProps) {
  // The list of rules says it already.
  const isListed = passwordRules.some(({ message }) => message === error);
  return (
    <PasswordField
      autoComplete="new-password"
      maxLength={passwordMaxLength}
      description={<PasswordChecklist password={String(props.value ?? '')} />}
      error={isListed || error}
      {...props}
    />
  );
}
