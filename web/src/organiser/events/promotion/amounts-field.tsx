import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { currencyChoices } from '../pricing/currencies.ts';
import classes from './promotion-codes-page.module.css';

interface Amount {
  amount: string;
  currency: string;
}

interface Props {
  id: string;
  value: Amount[];
  onChange: (next: Amount[]) => void;
  errors: Record<string, ReactNode>;
}

const most = 20;

/** An amount in each currency in which the code can be used. */
export function AmountsField({ id, value, onChange, errors }: Props) {
  const change = (index: number, part: Partial<Amount>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const unused = currencyChoices('eur').find(({ value: code }) =>
    value.every((one) => one.currency !== code),
  );
  return (
    <div className={classes.amounts}>
      {value.map(({ amount, currency }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that an amount has
        <div key={index} className={classes.amount}>
          <TextInput
            id={index === 0 ? id : `${id}-${index}`}
            size="md"
            withAsterisk
            label={`Amount${index === 0 ? '' : ` ${index + 1}`}`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ currentTarget }) => change(index, { amount: currentTarget.value })}
            error={errors[`amountsOff.${index}.amount`] ?? (index === 0 ? errors.amountsOff : undefined)}
          />
          <NativeSelect
            size="md"
            label={`Currency${index === 0 ? '' : ` ${index + 1}`}`}
            data={currencyChoices(currency)}
            value={currency}
            onChange={({ currentTarget }) => change(index, { currency: currentTarget.value })}
            error={errors[`amountsOff.${index}.currency`]}
          />
        </div>
      ))}
      <p className={classes.note}>
        What costs less becomes free. In other currencies the code cannot be used.
      </p>
      <div>
        {value.length < most && unused ? (
          <Button
            variant="default"
            onClick={() => onChange([...value, { amount: '', currency: unused.value }])}
          >
            Add a currency
          </Button>
        ) : null}
        {value.length > 1 ? (
          <Button variant="subtle" onClick={() => onChange(value.slice(0, -1))}>
            Remove the last one
          </Button>
        ) : null}
      </div>
    </div>
  );
}
