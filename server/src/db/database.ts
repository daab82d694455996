/**
 * The tables of all areas, as the type of the database.
 * Instants are ISO texts in UTC everywhere (`2026-11-20T19:00:00+00:00`), exact to the microsecond, both in columns
 * and in JSON that SQL builds.
 */
import type { Kysely } from 'kysely';
import type { AuditTables } from '../audit/audit.tables.ts';
import type { BoutTables } from '../bouts/bouts.tables.ts';
import type { DeskTables } from '../desk/desk.tables.ts';
import type { EventsTables } from '../events/events.tables.ts';
import type { FighterTables } from '../fighters/fighters.tables.ts';
import type { IdentityTables } from '../identity/identity.tables.ts';
import type { PasskeyTables } from '../identity/passkeys/passkey.tables.ts';
import type { ProviderTables } from '../identity/providers/provider.tables.ts';
import type { SecondFactorTables } from '../identity/second-factor/second-factor.tables.ts';
import type { EncoderAttemptTables } from '../ingest/attempts/attempt.tables.ts';
import type { IngestTables } from '../ingest/ingest.tables.ts';
import type { RowCountTables } from '../lists/row-counts.tables.ts';
import type { MailTables } from '../mail/outbox.tables.ts';
import type { MediaTables } from '../media/media.tables.ts';
import type { PlaybackTables } from '../playback/playback.tables.ts';
import type { PushTables } from '../reminders/push/push.tables.ts';
import type { RemindersTables } from '../reminders/reminders.tables.ts';
import type { SettingsTables } from '../settings/settings.tables.ts';
import type { CompensationTables } from '../shop/compensation/compensation.tables.ts';
import type { ShopTables } from '../shop/shop.tables.ts';
import type { UpkeepTables } from '../upkeep/upkeep.tables.ts';

export interface Database
  extends IdentityTables,
    ProviderTables,
    PasskeyTables,
    SecondFactorTables,
    EventsTables,
    FighterTables,
    BoutTables,
    DeskTables,
    PlaybackTables,
    IngestTables,
    EncoderAttemptTables,
    MediaTables,
    MailTables,
    AuditTables,
    SettingsTables,
    RemindersTables,
    PushTables,
    ShopTables,
    CompensationTables,
    RowCountTables,
    UpkeepTables {}

export type Db = Kysely<Database>;
