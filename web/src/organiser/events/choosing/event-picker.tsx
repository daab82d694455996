import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '../../../ui/time/time.ts';
import classes from '../../ui/fields/picker.module.css';
import { usePicker } from '../../ui/fields/use-picker.ts';
import { text } from '../../ui/table/filters/filter-controls.ts';
import { eventsQueries } from '../events.queries.ts';

const shownAtOnce = 8;
const { toCondition } = text({ label: 'Event' });

interface PickedEvent {
  id: string;
  name: string;
  startDate: string;
  timezone: string;
}

interface Props {
  id?: string;
  label?: string;
  value: PickedEvent | null;
  onChange: (eventId: string) => void;
  error?: ReactNode;
}

/** Picks an event by typing a part of its name; the latest ones are offered first. */
export function EventPicker({ value, onChange, label = 'Event', ...field }: Props) {
  const { typed, wanted, combobox, input } = usePicker();
  const { dropdownOpened: isOpen } = combobox;
  const name = toCondition(wanted);
  const query = { ...(name ? { filter: { name } } : {}), order: ['-startDate' as const], limit: shownAtOnce };
  const { data, isFetching, isError } = useQuery({ ...eventsQueries.list(query), enabled: isOpen });
  const offered = data?.data ?? [];
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      size="md"
      onOptionSubmit={(id) => {
        onChange(id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          size="md"
          label={label}
          spellCheck={false}
          placeholder="Name of the event"
          value={typed ?? value?.name ?? ''}
          rightSection={isOpen && isFetching ? <Loader size={18} aria-hidden /> : null}
          {...input}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown as string}>
        <Combobox.Options aria-label={label} className={classes.options as string}>
          {offered.map(({ id, name: eventName, startDate, timezone }) => (
            <Combobox.Option key={id} value={id} className={classes.option as string}>
              <span className={classes.name}>{eventName}</span>
              <span className={classes.note}>{formatDate(startDate, timezone)}</span>
            </Combobox.Option>
          ))}
          {offered.length === 0 ? (
            <Combobox.Empty>
              {isError ? 'The events could not be loaded.' : isFetching ? 'Searching' : 'No event fits.'}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
