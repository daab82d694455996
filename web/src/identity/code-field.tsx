import '@mantine/core/styles/Input.layer.css';
import { TextInput, type TextInputProps } from '@mantine/core';

/** A code of an authenticator app, or a recovery code: phones offer both from the keyboard. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      id="code"
      label="Code"
      description="The 6 digits that your authenticator app shows, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
    />
  );
}
