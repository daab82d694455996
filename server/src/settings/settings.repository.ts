import type { Columns } from '../db/columns.ts';
import type { Db } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import type { SettingsRow, SettingsRowUpdate } from './settings.tables.ts';

const settingsColumns = Object.values({
  siteName: 'settings.siteName',
  supportEmail: 'settings.supportEmail',
  refundPolicy: 'settings.refundPolicy',
  imprintUrl: 'settings.imprintUrl',
  privacyUrl: 'settings.privacyUrl',
  defaultTimezone: 'settings.defaultTimezone',
  confirmsResults: 'settings.confirmsResults',
  version: 'settings.version',
} as const satisfies Columns<'settings', 'id'>);

/** The migration inserts the one row, and nothing deletes it. */
export async function findSettings(db: Db): Promise<SettingsRow> {
  const { rows } = await settings(db, {});
  return rows[0] as SettingsRow;
}

// Every visit of the site reads them.
const settings = prepare([], (db) => db.selectFrom('settings').select(settingsColumns));

/** The same with a row lock until the transaction ends. */
export function lockSettings(trx: Db): Promise<SettingsRow> {
  return trx.selectFrom('settings').select(settingsColumns).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** @param before as `lockSettings` returned it. @returns the settings after the change. */
export async function updateSettings(
  trx: Db,
  before: SettingsRow,
  changes: SettingsRowUpdate,
): Promise<SettingsRow> {
  if (Object.keys(changes).length === 0) return before;
  return trx
    .updateTable('settings')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .returning(settingsColumns)
    .executeTakeFirstOrThrow();
}
