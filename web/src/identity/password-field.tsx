import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's field with what it leaves out: the invalid state for screen readers, the toggle for the keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      id="password"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      // Below the field stands the error first, then what is described.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      descriptionProps={{ component: 'div' }}
      {...props}
    />
  );
}
