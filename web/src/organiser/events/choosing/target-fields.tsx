import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate, formatTime } from '../../../ui/time/time.ts';

import { EventPicker } from './event-picker.tsx';
import type { EventWithBlocks } from './event-with-blocks.ts';
import classes from './target-fields.module.css';

interface Props {
  idPrefix?: string;
  event: EventWithBlocks | null;
  isLoading: boolean;
  blockId: string;
  onEvent: (eventId: string) => void;
  onBlock: (blockId: string) => void;
  /** The words for no block; without them a block must be chosen. */
  wholeEvent?: string;
  errors?: { eventId?: ReactNode; blockId?: ReactNode };
}

/** The event and the block that an access is for. */
export function TargetFields(props: Props) {
  const { idPrefix = '', event, isLoading, blockId, onEvent, onBlock, wholeEvent, errors = {} } = props;
  return (
    <div className={classes.fields}>
      <EventPicker id={`${idPrefix}eventId`} value={event} onChange={onEvent} error={errors.eventId} />
      {isLoading ? (
        <Skeleton height={42} mt={28} />
      ) : (
        <BlockSelect
          id={`${idPrefix}blockId`}
          event={event}
          value={blockId}
          onChange={onBlock}
          wholeEvent={wholeEvent}
          error={errors.blockId}
        />
      )}
    </div>
  );
}

interface BlockProps {
  id: string;
  event: EventWithBlocks | null;
  value: string;
  onChange: (blockId: string) => void;
  wholeEvent?: string | undefined;
  error?: ReactNode;
}

export function BlockSelect({ event, value, onChange, wholeEvent, ...field }: BlockProps) {
  const blocks = (event?.blocks ?? []).map(({ id, name, startDate }) => ({
    value: id,
    label: `${name}, ${formatDate(startDate, event?.timezone)}, ${formatTime(startDate, event?.timezone)}`,
  }));
  const none = wholeEvent ?? (blocks.length === 0 ? 'No blocks yet' : undefined);
  return (
    <NativeSelect
      {...field}
      size="md"
      label="Block"
      data={[...(none ? [{ value: '', label: none }] : []), ...blocks]}
      value={value}
      disabled={!event}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
