import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { countOf } from './list.ts';

interface Props {
  noun: readonly [string, string];
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** The number of ticked rows and what can be done with them. */
export function BulkBar({ noun, count, onClear, children }: Props) {
  return (
    <section className={classes.bulk} aria-label="Selected rows">
      <strong className="tabular" role="status">
        {countOf(count, noun)} selected
      </strong>
      <div className={classes.bulkActions}>
        {children}
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </section>
  );
}
