import { expect, it } from 'vitest';
import { insertBlock, insertBout, insertEvent, insertFighter, insertImage } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const mainEvent = async () =>
  (await api.request('GET /api/v1/kickboxing/competitions')).body.data[0].mainEvent;

it('is the last bout that is not cancelled, with its fighters, also before both are known', async () => {
  const eventId = await insertEvent(api.db);
  expect(await mainEvent()).toBeNull();
  const [late, early] = [
    await insertBlock(api.db, { eventId, startDate: '2026-11-21T20:00:00Z' }),
    await insertBlock(api.db, { eventId, startDate: '2026-11-21T18:00:00Z' }),
  ];
  const pictureId = await insertImage(api.db, 'portrait');
  const noor = await insertFighter(api.db, {
    name: 'Noor Haddad',
    slug: 'noor',
    countryCode: 'NL',
    pictureId,
  });
  const jens = await insertFighter(api.db, { name: 'Jens Okafor', slug: 'jens' });
  await insertBout(api.db, { blockId: early, redFighterId: jens });
  const opener = await insertBout(api.db, { blockId: late });
  const title = await insertBout(api.db, {
    blockId: late,
    redFighterId: noor,
    blueFighterId: jens,
    title: 'Crown',
  });
  const red = { id: noor, slug: 'noor', name: 'Noor Haddad', nickname: null, countryCode: 'NL', pictureId };
  expect(await mainEvent()).toMatchObject({
    id: title,
    title: 'Crown',
    red,
    blue: { id: jens, name: 'Jens Okafor' },
  });
  await api.db.updateTable('bouts').set({ status: 'cancelled' }).where('id', '=', title).execute();
  expect(await mainEvent()).toEqual({ id: opener, title: null, red: null, blue: null });
});
