/**
 * PostgreSQL has its own list of time zones, without former names on some systems (Debian 13, official images), and a
 * statement with a name that it does not know fails. Writes store the present name; this mends what is stored already,
 * by an earlier version or out of a backup.
 */
import { presentZone } from '@ringside/rules/zone-names';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/database.ts';
import { listEventZones, renameEventZone } from '../events/zone.repository.ts';
import { findSettings } from './settings.repository.ts';
import { knowsZone, renameDefaultZone } from './zone.repository.ts';

export async function mendStoredZones(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const { defaultTimezone } = await findSettings(db);
  for (const timezone of new Set([defaultTimezone, ...(await listEventZones(db))])) {
    const present = presentZone(timezone);
    if (present !== timezone) {
      await renameEventZone(db, timezone, present);
      await renameDefaultZone(db, timezone, present);
    }
    if (!(await knowsZone(db, present)))
      log.warn(
        { timezone: present },
        'PostgreSQL does not know a stored time zone: install its newest tzdata',
      );
  }
}
