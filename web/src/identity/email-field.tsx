import '@mantine/core/styles/Input.layer.css';
import { TextInput, type TextInputProps } from '@mantine/core';

/** The e-mail address of the account; password managers read it as the user name, and offer passkeys beside it. */
export function EmailField(props: TextInputProps) {
  return <TextInput id="email" type="email" autoComplete="username" inputMode="email" {...props} />;
}
