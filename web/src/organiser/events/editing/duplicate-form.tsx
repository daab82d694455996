import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { DistanceField } from '../../ui/fields/distance-field.tsx';
import { SlugField } from '../../ui/fields/slug-field.tsx';
import { useTemporal } from '../../ui/fields/temporal.ts';
import { addDays } from '../../ui/fields/wall-time.ts';
import { duplicateEvent } from '../events.queries.ts';
import { windowInWords } from '../window-in-words.ts';
import classes from './event-fields.module.css';

interface Values {
  name: string;
  slug: string;
  /** Empty until the organiser has said when. */
  days: number | '';
}

interface Props {
  event: components['schemas']['Event'];
  /** Dialogs stand outside the router, so the page goes there. */
  onDuplicated: (copyId: string | undefined) => void;
}

export function DuplicateForm({ event, onDuplicated }: Props) {
  const queryClient = useQueryClient();
  const temporal = useTemporal();
  const { id, startDate, endDate, timezone } = event;
  const state = useApiForm<Values>({
    isNew: true,
    stored: { values: { name: event.name, slug: '', days: '' }, etag: '' },
    labels: { name: 'Name', slug: 'Address', days: 'Days later' },
    check: ({ days }): Record<string, string> => (days === '' ? { days: 'Say when it takes place.' } : {}),
    save: ({ name = '', slug = '', days }) => duplicateEvent(id, { name, slug, days: Number(days) }),
    onSaved: async (response) => {
      showToast({ id: 'saved', title: 'The copy is a draft', tone: 'success' });
      await queryClient.invalidateQueries();
      onDuplicated(response.headers.get('Location')?.split('/').at(-1));
    },
  });
  const { form, field } = state;
  const { name, days } = form.getValues();
  const moved = (instant: string) =>
    temporal && days !== '' ? addDays(temporal, instant, timezone, days) : undefined;
  const [start, end] = [moved(startDate), moved(endDate)];
  return (
    <ApiForm state={state} submitLabel="Duplicate">
      <p className={classes.lead}>
        Blocks, live streams, picture and prices are copied. The streams are inactive, the copy is a draft,
        and accesses stay with the original.
      </p>
      <TextInput {...field('name')} size="md" withAsterisk data-autofocus />
      <SlugField {...field('slug')} follows={name} addressOf={paths.competition.href} isRequired />
      <DistanceField {...field('days')} from={startDate} zone={timezone} />
      {start && end ? (
        <p role="status" className={classes.note}>
          {windowInWords({ startDate: start, endDate: end, timezone })}
        </p>
      ) : null}
    </ApiForm>
  );
}
