import { useMemo, useState } from 'react';

/** The rows that the organiser has ticked, also on other pages. Another filter starts anew: nothing unseen is changed. */
export function useSelection<R>(rowId: (row: R) => string, scope: string) {
  const [selection, setSelection] = useState({ scope, rows: new Map<string, R>() });
  // The same object until something is ticked, so that the rows are not drawn again.
  return useMemo(() => {
    const rows = selection.scope === scope ? selection.rows : new Map<string, R>();
    return {
      rows: [...rows.values()],
      has: (row: R) => rows.has(rowId(row)),
      set(changed: readonly R[], isSelected: boolean) {
        const next = new Map(rows);
        for (const row of changed) isSelected ? next.set(rowId(row), row) : next.delete(rowId(row));
        setSelection({ scope, rows: next });
      },
      clear: () => setSelection({ scope, rows: new Map() }),
    };
  }, [rowId, scope, selection]);
}

export type Selection<R> = ReturnType<typeof useSelection<R>>;
