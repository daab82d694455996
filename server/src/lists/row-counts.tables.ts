export interface RowCountTable {
  counted: CountedTable;
  /** What the rows are counted by: the status of events, '' where they are not told apart. */
  key: string;
  change: number;
}

export interface RowCountTables {
  rowCounts: RowCountTable;
}

export type CountedTable = 'events' | 'accesses' | 'users' | 'audit_entries';
