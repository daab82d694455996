import { beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const read = (idOrSlug: string) => api.request(`GET /api/v1/kickboxing/fighters/${idOrSlug}`);

let noor: string;
let jens: string;
beforeEach(async () => {
  await api.db.deleteFrom('events').execute();
  await api.db.deleteFrom('fighters').execute();
  noor = await insertFighter(api.db, { name: 'Noor Haddad', slug: 'noor-haddad', birthDate: '1999-03-14' });
  jens = await insertFighter(api.db, { name: 'Jens Okafor', slug: 'jens-okafor', countryCode: 'DE' });
});

type Status = 'public' | 'hidden' | 'draft';
async function insertNight(name: string, hours: number, status: Status = 'public') {
  const eventId = await insertEvent(api.db, { name, status });
  const dates = { startDate: hoursFromNow(hours), endDate: hoursFromNow(hours + 2) };
  return { eventId, blockId: await insertBlock(api.db, { eventId, name: 'Main card', ...dates }) };
}

describe('getFighterProfile', () => {
  it('has the facts and the bouts on public events, the latest first, from the fighter’s side', async () => {
    const past = await insertNight('Rumble 6', -1000);
    const coming = await insertNight('Rumble 8', 500);
    const { blockId } = past;
    await insertBout(api.db, { blockId, redFighterId: jens, blueFighterId: noor });
    await insertBout(api.db, {
      blockId: coming.blockId,
      redFighterId: noor,
      status: 'cancelled',
      statusReason: 'Flu.',
    });
    const { status, body } = await read('noor-haddad');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: noor,
      name: 'Noor Haddad',
      birthDate: '1999-03-14',
      record: null,
      bouts: [
        {
          corner: 'red',
          opponent: null,
          status: 'cancelled',
          statusReason: 'Flu.',
          competition: { id: coming.eventId, name: 'Rumble 8' },
        },
        {
          corner: 'blue',
          opponent: { id: jens, slug: 'jens-okafor', countryCode: 'DE' },
          competition: { name: 'Rumble 6' },
          block: { id: blockId, name: 'Main card' },
        },
      ],
    });
    expect(await read(noor)).toMatchObject({ body });
    expect((await read('jens-okafor')).body.bouts).toMatchObject([{ corner: 'red', opponent: { id: noor } }]);
  });

  it('says nothing of a draft: who is on no other card does not exist', async () => {
    const secret = await insertNight('Secret', 100, 'draft');
    await insertBout(api.db, { blockId: secret.blockId, redFighterId: noor, blueFighterId: jens });
    expect((await read('noor-haddad')).status).toBe(404);
    const { blockId } = await insertNight('Rumble 8', 500);
    await insertBout(api.db, { blockId, blueFighterId: noor });
    const { body } = await read('noor-haddad');
    expect(body.bouts).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Secret|Okafor/);
    expect((await read(jens)).status).toBe(404);
  });

  it('opens from the card of a hidden event, which it does not name', async () => {
    const hidden = await insertNight('By link alone', 100, 'hidden');
    await insertBout(api.db, { blockId: hidden.blockId, redFighterId: noor });
    expect(await read('noor-haddad')).toMatchObject({
      status: 200,
      body: { name: 'Noor Haddad', bouts: [] },
    });
  });

  it('knows nobody who lost their place, and no fighter without bouts', async () => {
    const { blockId } = await insertNight('Rumble 8', 500);
    const replacements = JSON.stringify([{ corner: 'red', fighterId: jens, name: 'Jens Okafor' }]);
    await insertBout(api.db, { blockId, redFighterId: noor, status: 'replaced', replacements });
    expect((await read('jens-okafor')).status).toBe(404);
    expect((await read('nobody')).status).toBe(404);
  });

  it.each(['noor--haddad', 'noor_haddad', '%00', 'n'.repeat(256)])('refuses %s', async (slug) => {
    expect((await read(slug)).status).toBe(400);
  });
});
