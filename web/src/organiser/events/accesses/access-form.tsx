import { useQueryClient } from '@tanstack/react-query';
import type { Versioned } from '../../../api/versioned.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import type { AccessWindow } from '../choosing/access-window.ts';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import { BlockSelect } from '../choosing/target-fields.tsx';
import { WindowField } from '../choosing/window-field.tsx';
import classes from './access-page.module.css';
import { type Access, readAccess, updateAccess } from './accesses.queries.ts';

interface Values extends AccessWindow {
  /** Empty: the whole event. */
  blockId: string;
}

interface Props {
  access: Versioned<Access>;
  event: EventWithBlocks;
}

const labels = { blockId: 'Block', startDate: 'From', endDate: 'Until' };

export function AccessForm({ access, event }: Props) {
  const accessId = access.value.id;
  const queryClient = useQueryClient();
  const state = useApiForm<Values>({
    stored: toStored(access),
    labels,
    save: ({ blockId, ...window }, etag) =>
      updateAccess(
        accessId,
        { ...window, ...(blockId === undefined ? {} : { blockId: blockId || null }) },
        etag,
      ),
    reread: async () => toStored(await readAccess(accessId)),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  const { form, idPrefix } = state;
  const { blockId, ...window } = form.getValues();
  const target = event.blocks?.find(({ id }) => id === blockId) ?? event;
  const nameOf = (id: unknown) => event.blocks?.find((each) => each.id === id)?.name ?? 'Whole event';
  const timeOf = (instant: unknown) =>
    instant === ''
      ? 'Not chosen'
      : typeof instant === 'string'
        ? `${formatDateTime(instant, event.timezone)} ${zoneName(instant, event.timezone)}`
        : 'For ever';
  return (
    <ApiForm state={state} describe={(name, value) => (name === 'blockId' ? nameOf(value) : timeOf(value))}>
      <fieldset className={classes.fields}>
        <legend className={classes.legend}>What and how long</legend>
        <BlockSelect
          id={`${idPrefix}blockId`}
          event={event}
          value={blockId}
          error={form.errors.blockId}
          wholeEvent="Whole event"
          onChange={(id) => form.setFieldValue('blockId', id)}
        />
        <WindowField
          idPrefix={idPrefix}
          value={window}
          target={target}
          zone={event.timezone}
          onChange={({ startDate, endDate }) => form.setValues({ startDate, endDate })}
          errors={{ startDate: form.errors.startDate, endDate: form.errors.endDate }}
        />
      </fieldset>
    </ApiForm>
  );
}

function toStored({ value, etag }: Versioned<Access>): Stored<Values> {
  const { blockId, startDate, endDate } = value;
  return { etag, values: { blockId: blockId ?? '', startDate, endDate } };
}
