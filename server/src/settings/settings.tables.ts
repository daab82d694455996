import type { Generated, Selectable, Updateable } from 'kysely';

/** One row. */
interface SettingsTable {
  id: Generated<number>;
  siteName: Generated<string>;
  supportEmail: string | null;
  /** Markdown. */
  refundPolicy: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  defaultTimezone: Generated<string>;
  /** null: as soon as two people may. */
  confirmsResults: boolean | null;
  version: Generated<number>;
}

/** One row for each backup of the operator's command. */
interface BackupNoteTable {
  madeAt: string;
  bytes: number;
}

export interface SettingsTables {
  settings: SettingsTable;
  backupNotes: BackupNoteTable;
}

export type SettingsRow = Omit<Selectable<SettingsTable>, 'id'>;
export type SettingsRowUpdate = Omit<Updateable<SettingsTable>, 'id' | 'version'>;
