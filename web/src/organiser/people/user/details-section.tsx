import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import type { Versioned } from '../../../api/versioned.ts';
import classes from '../../../identity/form.module.css';
import { Section } from '../../../ui/account/section.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { formatDateTime } from '../../../ui/time/time.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { readUser, updateUser } from '../authority.queries.ts';
import { Facts } from './facts.tsx';

type User = components['schemas']['User'];

interface Values {
  name: string;
  firstName: string;
  middleName: string;
  lastName: string;
  phone: string;
}

const labels = {
  name: 'Display name',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  phone: 'Phone number',
};

export function DetailsSection({ stored, mayEdit }: { stored: Versioned<User>; mayEdit: boolean }) {
  return (
    <Section
      title="Details"
      lead={`Account since ${formatDateTime(stored.value.createdAt)}. Only its owner can change the e-mail address.`}
    >
      {mayEdit ? <DetailsForm stored={stored} /> : <Facts facts={factsOf(stored)} />}
    </Section>
  );
}

function DetailsForm({ stored }: { stored: Versioned<User> }) {
  const { id } = stored.value;
  const client = useQueryClient();
  const state = useApiForm<Values>({
    stored: toStored(stored),
    labels,
    save: ({ middleName, phone, ...names }, etag) =>
      updateUser(
        id,
        {
          ...names,
          ...(middleName === undefined ? {} : { middleName: middleName || null }),
          ...(phone === undefined ? {} : { phone: phone || null }),
        },
        etag,
      ),
    reread: async () => toStored(await readUser(id)),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await client.invalidateQueries();
    },
  });
  const { field } = state;
  return (
    <ApiForm state={state}>
      <TextInput {...field('name')} maxLength={255} />
      <div className={classes.pair}>
        <TextInput {...field('firstName')} maxLength={255} />
        <TextInput {...field('lastName')} maxLength={255} />
        <TextInput {...field('middleName')} maxLength={255} />
        <TextInput {...field('phone')} type="tel" maxLength={127} />
      </div>
    </ApiForm>
  );
}

function toStored({ value, etag }: Versioned<User>): Stored<Values> {
  const { name, firstName, middleName, lastName, phone } = value;
  return {
    etag,
    values: { name, firstName, middleName: middleName ?? '', lastName, phone: phone ?? '' },
  };
}

function factsOf(stored: Versioned<User>) {
  const { values } = toStored(stored);
  return Object.entries(labels).map(([field, label]) => ({
    label,
    value: values[field as keyof Values] || 'Not set',
  }));
}
