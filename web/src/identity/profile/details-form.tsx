import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import classes from '../form.module.css';
import { type Profile, updateProfile, useReloadProfile } from './profile.queries.ts';

const labels = {
  name: 'Display name',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  phone: 'Phone number',
};

/** Sends the names and the phone number that the viewer has changed. */
export function DetailsForm({ user }: { user: Profile }) {
  const reload = useReloadProfile();
  const state = useApiForm({
    stored: { values: valuesOf(user), etag: '' },
    labels,
    save: ({ middleName, phone, ...names }) =>
      updateProfile({
        ...names,
        ...(middleName === undefined ? {} : { middleName: middleName || null }),
        ...(phone === undefined ? {} : { phone: phone || null }),
      }),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'Your profile is saved', tone: 'success' });
      await reload();
    },
  });
  const { field } = state;
  return (
    <ApiForm state={state} isBarAtStart>
      <TextInput {...field('name')} description="How we greet you." maxLength={255} autoComplete="nickname" />
      <div className={classes.pair}>
        <TextInput {...field('firstName')} maxLength={255} autoComplete="given-name" />
        <TextInput {...field('lastName')} maxLength={255} autoComplete="family-name" />
        <TextInput
          {...field('middleName')}
          description="Optional"
          maxLength={255}
          autoComplete="additional-name"
        />
        <TextInput {...field('phone')} description="Optional" type="tel" maxLength={127} autoComplete="tel" />
      </div>
    </ApiForm>
  );
}

function valuesOf({ name, firstName, middleName, lastName, phone }: Profile) {
  return { name, firstName, middleName: middleName ?? '', lastName, phone: phone ?? '' };
}
