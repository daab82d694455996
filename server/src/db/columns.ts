import type { Database } from './database.ts';

/** Every column of a table but those that a query leaves out on purpose: a new column is missing where it is listed. */
export type Columns<Table extends keyof Database & string, LeftOut extends keyof Database[Table] = never> = {
  readonly [Column in Exclude<keyof Database[Table] & string, LeftOut>]: `${Table}.${Column}`;
};
