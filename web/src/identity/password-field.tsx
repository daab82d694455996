import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's field, plus the invalid state for screen readers and a toggle that the keyboard can reach. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      id="password"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      // The error comes directly below the input, the description after it.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      descriptionProps={{ component: 'div' }}
      {...props}
    />
  );
}
