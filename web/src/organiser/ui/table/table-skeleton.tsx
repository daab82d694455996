import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function TableSkeleton() {
  return (
    <div className={classes.frame} aria-busy>
      {skeletonRows.map((key) => (
        <div key={key} className={classes.skeletonRow}>
          <Skeleton height={16} width="30%" />
          <Skeleton height={16} width="12%" />
          <Skeleton height={16} width="22%" />
        </div>
      ))}
    </div>
  );
}
