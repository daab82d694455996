import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { CheckField } from '../../ui/fields/check-field.tsx';

export interface Complimentary {
  isComplimentary: boolean;
  /** Why it is given. */
  note: string;
}

interface Props {
  value: Complimentary;
  onChange: (next: Complimentary) => void;
  errors: Partial<Record<string, string>>;
}

/** A free ticket: it has an end and a reason, its people get a mail, and it is counted apart from sales. */
export function ComplimentaryField({ value, onChange, errors }: Props) {
  return (
    <>
      <CheckField
        label="Complimentary"
        description="For press, sponsors and guests. It needs an end, each person gets a mail that names it, and it is counted apart from sales."
        checked={value.isComplimentary}
        onChange={({ currentTarget }) => onChange({ ...value, isComplimentary: currentTarget.checked })}
      />
      {value.isComplimentary ? (
        <TextInput
          id="note"
          size="md"
          label="Reason"
          withAsterisk
          maxLength={200}
          description="Only organisers see it, for example Press."
          value={value.note}
          onChange={({ currentTarget }) => onChange({ ...value, note: currentTarget.value })}
          error={errors.note}
        />
      ) : null}
    </>
  );
}
