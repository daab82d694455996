import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeskBlock } from './desk.queries.ts';
import type { DeskFilter } from './desk-filter.ts';
import classes from './desk-tools.module.css';

interface Props {
  /** Every block of the evening. */
  blocks: readonly DeskBlock[];
  filter: DeskFilter;
  change: (next: Partial<DeskFilter>) => void;
}

/** The quick filter: by state, and by block when there are several. */
export function DeskFilterFields({ blocks, filter, change }: Props) {
  const streams = blocks
    .filter(({ id }) => filter.blockId === '' || id === filter.blockId)
    .flatMap(({ liveStreams }) => liveStreams);
  const active = streams.filter(({ status }) => status === 'active').length;
  return (
    <>
      <SegmentedControl
        className={classes.states as string}
        aria-label="State of the streams"
        value={filter.status}
        onChange={(status) => change({ status: status as DeskFilter['status'] })}
        data={[
          { value: 'all', label: `All ${streams.length}` },
          { value: 'active', label: `Active ${active}` },
          { value: 'inactive', label: `Inactive ${streams.length - active}` },
        ]}
      />
      {blocks.length > 1 ? (
        <NativeSelect
          size="md"
          className={classes.block as string}
          aria-label="Block"
          value={filter.blockId}
          onChange={({ currentTarget }) => change({ blockId: currentTarget.value })}
          data={[
            { value: '', label: 'All blocks' },
            ...blocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
    </>
  );
}

/** Stays in sight beside the streams: below the header, or on a phone at the bottom, where the thumb is; never over the bell. */
export function DeskTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>;
}
