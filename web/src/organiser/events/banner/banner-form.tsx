import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { setBanner } from './banner.queries.ts';
import classes from './banner-form.module.css';
import { bannerLength, lengthOf } from './banner-words.ts';

/** What an evening mostly needs; each can be changed before it is sent. */
const quickLines = [
  'We are back in five minutes.',
  'A short break. Please stay here.',
  'The next fight starts soon.',
];

interface Props {
  eventId: string;
  /** What is proposed. */
  text?: string;
  /** Of this evening: how bouts have changed. */
  changes?: readonly string[];
  /** Viewers see another line now, which this one replaces. */
  isReplacing?: boolean;
  close: () => void;
}

export function BannerForm({
  eventId,
  text: proposed = '',
  changes = [],
  isReplacing = false,
  close,
}: Props) {
  const queryClient = useQueryClient();
  const state = useApiForm<{ text: string }>({
    stored: { values: { text: proposed }, etag: '' },
    labels: { text: 'Text' },
    isNew: true,
    save: ({ text = '' }) => setBanner(eventId, text),
    onSaved: async () => {
      close();
      showToast({ id: 'banner', title: 'Viewers see the banner', tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  const { text } = state.form.getValues();
  const field = state.field('text');
  const lines = proposed === '' ? [...changes, ...quickLines] : [];
  return (
    <ApiForm state={state} submitLabel={isReplacing ? 'Show this instead' : 'Show to viewers'}>
      <Textarea
        {...field}
        // One line for viewers; here it may take several.
        onChange={({ currentTarget }) =>
          state.form.setFieldValue('text', currentTarget.value.replaceAll('\n', ' '))
        }
        size="md"
        autosize
        minRows={2}
        data-autofocus
        description={`Everybody on the pages of this event sees it within 2 seconds, in place of the one before. ${lengthOf(text)} of ${bannerLength} characters.`}
      />
      {lines.length > 0 ? (
        <div className={classes.quick}>
          {lines.map((line) => (
            <Button
              key={line}
              variant="default"
              className={classes.quickLine as string}
              onClick={() => state.form.setFieldValue('text', line)}
            >
              {line}
            </Button>
          ))}
        </div>
      ) : null}
    </ApiForm>
  );
}
