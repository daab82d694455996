import type { Generated, Selectable } from 'kysely';

/** One row. */
interface UpkeepTable {
  id: Generated<number>;
  /** The end of the last clean-up. */
  cleanedAt: string;
  /** How long the clean-up has waited since the date leapt; null: it does not wait. */
  waitedMs: number | null;
  /** When a backup was restored into this database; null: the platform is live. */
  quietSince: string | null;
  /** The same after a restore; another platform on the same account of the payment provider has another one. */
  platformId: Generated<string>;
  /** The time of the backup that was restored; null: none was. */
  backupAt: string | null;
}

export interface UpkeepTables {
  upkeep: UpkeepTable;
}

export type UpkeepRow = Omit<Selectable<UpkeepTable>, 'id'>;
