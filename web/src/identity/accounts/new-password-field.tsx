import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from '../password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { passwordMaxLength } from './password-rules.ts';

/** The field for a password that is being chosen, with the rules that it must follow. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      maxLength={passwordMaxLength}
      description={<PasswordChecklist password={String(props.value ?? '')} />}
      {...props}
    />
  );
}
