/** The page of the results as it is served: it tells none, and search engines wait for two days. */
import { beforeEach, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';
import { makeClientFolder } from './client-folder.ts';
import { readPage } from './read-page.ts';

const api = await startApi({ publicUrl: 'https://ringside.test' }, undefined, {
  clientFolders: makeClientFolder(),
});
const hour = 3_600_000;

/** A second later than the one before, whose page is not kept any more. */
async function get(slug: string, page = '/results') {
  api.clock.advance(1_001);
  return api.app.inject({
    method: 'GET',
    url: `/competitions/${slug}${page}`,
    headers: { accept: 'text/html' },
  });
}
const robots = async (slug: string) => readPage((await get(slug)).body).meta('robots');

beforeEach(async () => {
  await api.db.deleteFrom('results').execute();
  await api.db.deleteFrom('events').execute();
});

async function insertNight(ended: number, change: object = {}) {
  const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();
  const dates = { startDate: at(-ended - 5 * hour), endDate: at(-ended) };
  const eventId = await insertEvent(api.db, { name: 'Rumble 6', slug: 'rumble-6', ...dates, ...change });
  const blockId = await insertBlock(api.db, { eventId, ...dates });
  const redFighterId = await insertFighter(api.db, { name: 'Noor Haddad' });
  const blueFighterId = await insertFighter(api.db, { name: 'Jens Okafor' });
  const corners = { redFighterId, blueFighterId };
  const bout = await api.db
    .insertInto('bouts')
    .values({ blockId, position: 1, ...corners })
    .returning('id as boutId')
    .executeTakeFirstOrThrow();
  const signedAt = at(-ended);
  await api.db
    .insertInto('results')
    .values({
      ...bout,
      ...corners,
      version: 1,
      winner: 'blue',
      method: 'ko',
      round: 1,
      signedAt,
      officialAt: signedAt,
    })
    .execute();
}

it('says what it is a page of and nothing of what happened', async () => {
  await insertNight(50 * hour);
  const { statusCode, body } = await get('rumble-6');
  const { titles, canonical, meta } = readPage(body);
  expect([statusCode, titles, canonical, meta('og:title')]).toEqual([
    200,
    ['Results · Rumble 6 · Ringside'],
    ['https://ringside.test/competitions/rumble-6/results'],
    'Results · Rumble 6',
  ]);
  for (const word of ['Okafor', 'Haddad', '"ko"', 'winner']) expect(body).not.toContain(word);
});

it('is listed 48 hours after the event, and never of a hidden one', async () => {
  await insertNight(47.99 * hour);
  expect(await robots('rumble-6')).toBe('noindex');
  api.clock.advance(hour);
  expect(await robots('rumble-6')).toBe(undefined);
  await api.db.updateTable('events').set({ status: 'hidden' }).execute();
  expect(await robots('rumble-6')).toBe('noindex');
  await api.db.updateTable('events').set({ status: 'draft' }).execute();
  expect((await get('rumble-6')).statusCode).toBe(404);
});

it('moves with an old slug', async () => {
  await insertNight(hour);
  await api.db.updateTable('events').set({ slug: 'rumble-six' }).execute();
  expect((await get('rumble-6')).headers.location).toBe('/competitions/rumble-six/results');
});

it('is the only page that leads to results: no other one changes when one becomes official', async () => {
  await insertNight(hour);
  const text = async (page: string) => (await get('rumble-6', page)).body.replace(/ data-at="[^"]*"/, '');
  const withResult = [await text(''), await text('/live')];
  await api.db.deleteFrom('results').execute();
  expect([await text(''), await text('/live')]).toEqual(withResult);
});
