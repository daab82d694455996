import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ApiFormState, useApiForm } from '../../../ui/form/use-api-form.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import classes from './bout-form.module.css';
import type { BoutValues, WeighInValues } from './bout-values.ts';

interface Props {
  state: ApiFormState & Pick<ReturnType<typeof useApiForm<BoutValues>>, 'form'>;
  side: 'red' | 'blue';
  value: WeighInValues;
}

/** The weigh-in of one corner, folded away until it is needed. */
export function WeighInFields({ state: { form, field }, side, value }: Props) {
  const id = useId();
  const [isWanted, setIsWanted] = useState(false);
  const at = `${side}WeighIn` as const;
  const isRefused = Object.keys(form.errors).some((name) => name.startsWith(at));
  const isOpen = isWanted || isRefused;
  const summary = value.weightKg === '' ? 'Weigh-in' : `Weigh-in: ${value.weightKg} kg`;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        className={classes.fold}
        leftSection={
          isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />
        }
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${summary}, ${side} corner`}
        onClick={() => setIsWanted(!isOpen)}
      >
        {summary}
      </Button>
      <div id={id} className={classes.folded} hidden={!isOpen}>
        {isOpen ? (
          <>
            <div className={classes.pair}>
              <TextInput {...field(`${at}.weightKg`)} size="md" inputMode="decimal" />
              <TextInput {...field(`${at}.day`)} size="md" type="date" />
            </div>
            <CheckField
              {...field(`${at}.isMissed`)}
              {...form.getInputProps(`${at}.isMissed`, { type: 'checkbox' })}
            />
            <TextInput
              {...field(`${at}.consequence`)}
              size="md"
              maxLength={255}
              placeholder="A catchweight, a fine"
            />
          </>
        ) : null}
      </div>
    </div>
  );
}
