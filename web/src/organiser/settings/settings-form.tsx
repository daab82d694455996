import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Versioned } from '../../api/versioned.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../ui/form/use-api-form.ts';
import { showSiteTitle } from '../../ui/page/site-title.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { MarkdownField } from '../ui/fields/markdown-field.tsx';
import { ZoneField } from '../ui/fields/zone-field.tsx';
import { readSettings, type Settings, updateSettings } from './settings.queries.ts';
import { labels } from './settings-labels.ts';
import classes from './settings-page.module.css';

/** Empty texts stand for none. */
type Values = { [Field in keyof Settings]: string };

const confirmation = [
  { value: '', label: 'As soon as two people may' },
  { value: 'true', label: 'Always' },
  { value: 'false', label: 'Never: a signed result is official' },
];

export function SettingsForm({ stored }: { stored: Versioned<Settings> }) {
  const queryClient = useQueryClient();
  const state = useApiForm<Values>({
    stored: toStored(stored),
    labels,
    save: ({ siteName, defaultTimezone, confirmsResults, ...optional }, etag) =>
      updateSettings(
        {
          ...(siteName === undefined ? {} : { siteName }),
          ...(defaultTimezone === undefined ? {} : { defaultTimezone }),
          ...(confirmsResults === undefined
            ? {}
            : { confirmsResults: confirmsResults === '' ? null : confirmsResults === 'true' }),
          ...Object.fromEntries(
            Object.entries(optional).map(([field, text]) => [field, text.trim() || null]),
          ),
        },
        etag,
      ),
    reread: async () => toStored(await readSettings()),
    onSaved: async () => {
      showToast({
        id: 'saved',
        title: 'Saved',
        description: 'Visitors see it within a minute.',
        tone: 'success',
      });
      showSiteTitle(state.form.getValues().siteName.trim());
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  const { field } = state;
  return (
    <ApiForm state={state}>
      <div className={classes.card}>
        <TextInput {...field('siteName')} size="md" description="In the title of every page." />
        <TextInput
          {...field('supportEmail')}
          size="md"
          type="email"
          description="Viewers write to it. It stands in the footer of every page."
        />
        <MarkdownField
          {...field('refundPolicy')}
          onChange={(text) => state.form.setFieldValue('refundPolicy', text)}
        />
        <TextInput
          {...field('imprintUrl')}
          size="md"
          type="url"
          placeholder="https://"
          description="The address of the page. It stands in the footer."
        />
        <TextInput
          {...field('privacyUrl')}
          size="md"
          type="url"
          placeholder="https://"
          description="The address of the page. It stands in the footer."
        />
        <ZoneField
          {...field('defaultTimezone')}
          purpose="The zone that a new event begins with."
          instant=""
          onChange={(zone) => state.form.setFieldValue('defaultTimezone', zone)}
        />
        <NativeSelect
          {...field('confirmsResults')}
          size="md"
          data={confirmation}
          description="Until then viewers do not see the result of a bout."
        />
      </div>
    </ApiForm>
  );
}

function toStored({ value, etag }: Versioned<Settings>): Stored<Values> {
  const { siteName, defaultTimezone, confirmsResults, ...optional } = value;
  const { supportEmail, refundPolicy, imprintUrl, privacyUrl } = optional;
  const values = {
    siteName,
    supportEmail: supportEmail ?? '',
    refundPolicy: refundPolicy ?? '',
    imprintUrl: imprintUrl ?? '',
    privacyUrl: privacyUrl ?? '',
    defaultTimezone,
    confirmsResults: confirmsResults === null ? '' : String(confirmsResults),
  };
  return { etag, values };
}
