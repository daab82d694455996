interface RowCountTable {
  counted: CountedTable;
  /** The group of the count: the status of an event; '' for tables without groups. */
  key: string;
  change: number;
}

export interface RowCountTables {
  rowCounts: RowCountTable;
}

export type CountedTable = 'events' | 'accesses' | 'users' | 'audit_entries';
