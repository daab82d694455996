import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { AddressCount } from './address-count.tsx';
import { readAddresses } from './recipients.ts';

interface Props {
  text: string;
  onChange: (text: string) => void;
}

export function WhoPasted({ text, onChange }: Props) {
  // A list of 10,000 addresses must not slow the typing.
  const settled = useDeferredValue(text);
  const list = useMemo(() => readAddresses(settled), [settled]);
  return (
    <>
      <Textarea
        size="md"
        label="E-mail addresses"
        description="One per line, or separated by commas, semicolons or spaces. Names beside them are left out."
        placeholder={'robin@example.com\nNoa Bakker <noa@example.com>'}
        rows={8}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {settled.trim() === '' ? null : <AddressCount list={list} />}
    </>
  );
}
