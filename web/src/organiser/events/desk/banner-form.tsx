import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { deskQueries, setBanner } from './desk.queries.ts';
import classes from './desk-page.module.css';

/** The contract's limit. */
const bannerLength = 140;

/** What an evening mostly needs; each can be changed before it is sent. */
const quickLines = [
  'We are back in five minutes.',
  'A short break. Please stay here.',
  'The next fight starts soon.',
];

interface Props {
  eventId: string;
  /** Viewers see another line now, which this one replaces. */
  isReplacing: boolean;
  close: () => void;
}

export function BannerForm({ eventId, isReplacing, close }: Props) {
  const queryClient = useQueryClient();
  const state = useApiForm<{ text: string }>({
    stored: { values: { text: '' }, etag: '' },
    labels: { text: 'Text' },
    isNew: true,
    save: ({ text = '' }) => setBanner(eventId, text),
    onSaved: async () => {
      close();
      await queryClient.refetchQueries({ queryKey: deskQueries.detail(eventId).queryKey });
    },
  });
  const { text } = state.form.getValues();
  const field = state.field('text');
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
        description={`Everybody on the pages of this event sees it within 2 seconds. ${[...text].length} of ${bannerLength} characters.`}
      />
      <div className={classes.quick}>
        {quickLines.map((line) => (
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
    </ApiForm>
  );
}
