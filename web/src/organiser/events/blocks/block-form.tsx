import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { SlugField } from '../../ui/fields/slug-field.tsx';
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx';
import { SaleFields } from '../pricing/sale-fields.tsx';
import { checkSaleDates } from '../pricing/sale-time-field.tsx';
import classes from './block-dialogs.module.css';
import { type BlockValues, blockLabels } from './block-values.ts';
import { rangeInWords } from './time-range.tsx';

/** What the pages of blocks need of their event. */
export interface EventOfBlocks {
  id: string;
  name: string;
  slug: string;
  status: 'public' | 'draft' | 'hidden';
  timezone: string;
  startDate: string;
  endDate: string;
}

type Options = Parameters<typeof useApiForm<BlockValues>>[0];

interface Props {
  event: EventOfBlocks;
  stored: Stored<BlockValues>;
  /** Empty for a new one. */
  blockId?: string;
  isNew?: boolean;
  submitLabel: string;
  save: Options['save'];
  reread?: NonNullable<Options['reread']>;
  onSaved: NonNullable<Options['onSaved']>;
  /** Further fields at the end. */
  children?: ReactNode;
}

export function BlockForm({
  event,
  stored,
  blockId = '',
  isNew = false,
  submitLabel,
  children,
  ...calls
}: Props) {
  const state = useApiForm<BlockValues>({
    stored,
    labels: blockLabels,
    isNew,
    check: checkSaleDates,
    ...calls,
  });
  const values = state.form.getValues();
  const isSlugMoved = !isNew && event.status !== 'draft' && values.slug !== stored.values.slug;
  const instant = (name: 'startDate' | 'endDate') => ({
    ...state.field(name),
    value: values[name],
    onChange: (value: string) => state.form.setFieldValue(name, value),
    zone: event.timezone,
    isRequired: true,
  });
  return (
    <ApiForm
      state={state}
      submitLabel={submitLabel}
      describe={(field, value) => inWords(field, value, event.timezone)}
    >
      <TextInput {...state.field('name')} size="md" withAsterisk data-autofocus />
      <SlugField
        {...state.field('slug')}
        value={values.slug}
        onChange={(slug) => state.form.setFieldValue('slug', slug)}
        {...(isNew && stored.values.slug === '' ? { follows: values.name } : {})}
        addressOf={(slug) => `/competitions/${event.slug}/${slug}`}
        isRequired
      />
      {isSlugMoved ? (
        <p role="status" className={classes.warning}>
          Links to the old address of this block stop working.
        </p>
      ) : null}
      <div className={classes.pair}>
        <WallTimeField {...instant('startDate')} />
        <WallTimeField {...instant('endDate')} />
      </div>
      <Textarea {...state.field('description')} size="md" autosize minRows={2} />
      <fieldset className={classes.fieldset}>
        <legend>Place, only if it differs from the place of the event</legend>
        <div className={classes.pair}>
          <TextInput {...state.field('location.name')} size="md" />
          <TextInput {...state.field('location.address')} size="md" />
          <TextInput {...state.field('location.cityName')} size="md" />
          <TextInput {...state.field('location.countryName')} size="md" />
        </div>
      </fieldset>
      <CheckField
        {...state.field('paymentRequired')}
        {...state.form.getInputProps('paymentRequired', { type: 'checkbox' })}
        description="Otherwise everybody with an account can watch it."
      />
      <SaleFields
        values={values}
        field={state.field}
        onChange={state.form.setValues}
        zone={event.timezone}
        purpose="The price of this block alone. Without one it is only sold with the whole event."
        owner={{ eventId: event.id, blockId }}
        newName={values.name === '' ? event.name : `${event.name}, ${values.name}`}
      />
      {children}
    </ApiForm>
  );
}

/** The words of a field in the choice of 412. */
function inWords(field: string, value: unknown, zone: string) {
  if (['startDate', 'endDate', 'saleStartDate', 'saleEndDate'].includes(field)) {
    const instant = String(value);
    return value
      ? rangeInWords({ startDate: instant, endDate: instant, zone }).replace(/ to .*? /, ' ')
      : 'Empty';
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value && typeof value === 'object')
    return Object.values(value).filter(Boolean).join(', ') || 'As the event';
  return value ? String(value) : 'Empty';
}
