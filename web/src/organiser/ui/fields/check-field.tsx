import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, type CheckboxProps } from '@mantine/core';

/** Mantine's box, plus the invalid state for screen readers. */
export function CheckField(props: CheckboxProps) {
  return <Checkbox aria-invalid={props.error ? true : undefined} {...props} />;
}
