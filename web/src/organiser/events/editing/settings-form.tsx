import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { MarkdownField } from '../../ui/fields/markdown-field.tsx';
import { SlugField } from '../../ui/fields/slug-field.tsx';
import { draftQuestion } from '../draft-question.ts';
import { updateEvent } from '../events.queries.ts';
import { SaleFields } from '../pricing/sale-fields.tsx';
import { checkSaleDates } from '../pricing/sale-time-field.tsx';
import {
  checkDates,
  describeValue,
  type EventValues,
  eventLabels,
  readValues,
  statusWords,
  toBody,
} from './event-values.ts';
import { PeriodFields } from './period-fields.tsx';

interface Props {
  eventId: string;
  stored: Stored<EventValues>;
}

export function SettingsForm({ eventId, stored }: Props) {
  const queryClient = useQueryClient();
  // What viewers know changes with each save, not with each keystroke.
  const [published, setPublished] = useState(stored.values);
  const state = useApiForm<EventValues>({
    stored,
    labels: eventLabels,
    check: (typed) => ({ ...checkDates(typed), ...checkSaleDates(typed) }),
    save: (edits, etag) => updateEvent(eventId, toBody(edits), etag),
    reread: async () => {
      const theirs = await readValues(eventId);
      setPublished(theirs.values);
      return theirs;
    },
    onSaved: async () => {
      setPublished(state.form.getValues());
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  const { form, field } = state;
  const values = form.getValues();

  async function chooseStatus(status: EventValues['status']) {
    const takesAway = status === 'draft' && published.status !== 'draft';
    if (takesAway && !(await confirm(draftQuestion(published.name)))) return;
    form.setFieldValue('status', status);
  }

  return (
    <ApiForm state={state} describe={describeValue(values.timezone)}>
      <TextInput {...field('name')} size="md" withAsterisk />
      <SlugField
        {...field('slug')}
        addressOf={paths.competition.href}
        publicSlug={published.status === 'draft' ? undefined : published.slug}
        isRequired
      />
      <NativeSelect
        {...field('status')}
        onChange={({ currentTarget }) => void chooseStatus(currentTarget.value as EventValues['status'])}
        size="md"
        data={Object.entries(statusWords).map(([value, label]) => ({ value, label }))}
      />
      <PeriodFields state={state} />
      <Textarea
        {...field('description')}
        size="md"
        autosize
        minRows={2}
        description="One or two sentences for lists and shared links."
      />
      <MarkdownField {...field('content')} />
      <SaleFields
        values={values}
        field={field}
        onChange={form.setValues}
        zone={values.timezone}
        purpose="The price of the whole event. Without one, only blocks are sold, or nothing."
        owner={{ eventId, blockId: null }}
        newName={values.name}
      />
    </ApiForm>
  );
}
