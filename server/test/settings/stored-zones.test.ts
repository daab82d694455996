/**
 * Time zones by names that PostgreSQL may not know.
 *
 * @engine both
 */

import { presentZone } from '@ringside/rules/zone-names';
import { expect, it } from 'vitest';
import { mendStoredZones } from '../../src/settings/stored-zones.ts';
import { knowsZone } from '../../src/settings/zone.repository.ts';
import { insertEvent } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'settings:update'],
});

const warnings: object[] = [];
const log = { warn: (about: object) => void warnings.push(about) };
const zoneOf = async (id: string) => (await organiser.request(`GET /api/v1/events/${id}`)).body.timezone;

it('stores the present name of a zone', async () => {
  const eventId = await insertEvent(api.db);
  for (const [former, present] of [
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['europe/kiev', 'Europe/Kyiv'],
    ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ]) {
    await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { timezone: former } });
    expect(await zoneOf(eventId)).toBe(present);
  }
  await organiser.request('PATCH /api/v1/settings', { body: { defaultTimezone: 'Asia/Saigon' } });
  const { body } = await organiser.request('GET /api/v1/site');
  expect(body.defaultTimezone).toBe('Asia/Ho_Chi_Minh');
});

it('renames what is stored, once, and reports a zone that PostgreSQL does not know', async () => {
  const eventId = await insertEvent(api.db, { timezone: 'Asia/Katmandu' });
  const lost = await insertEvent(api.db, { timezone: 'Mars/Olympus' });
  await api.db.updateTable('settings').set({ defaultTimezone: 'US/Eastern' }).execute();
  await mendStoredZones(api.db, log);
  const { version } = await api.db
    .selectFrom('events')
    .select('version')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  expect([await zoneOf(eventId), version]).toEqual(['Asia/Kathmandu', 2]);
  expect(await api.db.selectFrom('settings').select('defaultTimezone').execute()).toEqual([
    { defaultTimezone: 'America/New_York' },
  ]);
  expect(warnings).toEqual([{ timezone: 'Mars/Olympus' }]);
  await mendStoredZones(api.db, log);
  const again = await api.db
    .selectFrom('events')
    .select('version')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  expect(again.version).toBe(2);
  await api.db.deleteFrom('events').where('id', '=', lost).execute();
});

it('offers no zone that this database does not know', async () => {
  const names = new Set(Intl.supportedValuesOf('timeZone').map(presentZone));
  const unknown: string[] = [];
  for (const name of names) if (!(await knowsZone(api.db, name))) unknown.push(name);
  expect(unknown).toEqual([]);
});
