import type { Database } from './database.ts';

/**
 * Every column of a table except those that a query leaves out on purpose: the type check reports a new column that a
 * list lacks.
 */
export type Columns<Table extends keyof Database & string, LeftOut extends keyof Database[Table] = never> = {
  readonly [Column in Exclude<keyof Database[Table] & string, LeftOut>]: `${Table}.${Column}`;
};
