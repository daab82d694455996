import '@mantine/core/styles/Input.layer.css';
import { TextInput, type TextInputProps } from '@mantine/core';

/** The address that one signs in with, as password managers know it. */
export function EmailField(props: TextInputProps) {
  return <TextInput id="email" type="email" autoComplete="username" inputMode="email" {...props} />;
}
