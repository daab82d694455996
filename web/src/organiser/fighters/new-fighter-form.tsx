import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import type { CountryCode } from '../ui/fields/countries.ts';
import { CountryField } from '../ui/fields/country-field.tsx';
import { fighterLabels } from './fighter-values.ts';
import { createFighter } from './fighters.queries.ts';

const nothing = { name: '', nickname: '', countryCode: null as CountryCode | null, gym: '' };

/** What tells a fighter from others; their page has the rest. */
export function NewFighterForm({ onMade }: { onMade: (fighterId: string) => void }) {
  const queryClient = useQueryClient();
  const state = useApiForm({
    isNew: true,
    stored: { etag: '', values: nothing },
    labels: fighterLabels,
    save: (typed) => {
      const { name, nickname, countryCode, gym } = { ...nothing, ...typed };
      return createFighter({ name, nickname: nickname || null, countryCode, gym: gym || null });
    },
    onSaved: async ({ headers }) => {
      showToast({ id: 'saved', title: 'The fighter is there', tone: 'success' });
      await queryClient.invalidateQueries();
      onMade(headers.get('Location')?.split('/').at(-1) ?? '');
    },
  });
  const { field, form } = state;
  return (
    <ApiForm state={state} submitLabel="Create the fighter">
      <TextInput {...field('name')} size="md" maxLength={255} withAsterisk data-autofocus />
      <TextInput {...field('nickname')} size="md" maxLength={255} />
      <CountryField {...field('countryCode')} onChange={(code) => form.setFieldValue('countryCode', code)} />
      <TextInput {...field('gym')} size="md" maxLength={255} />
    </ApiForm>
  );
}
