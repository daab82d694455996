import { beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertBout, insertEvent, insertFighter, insertImage } from '../factories.ts';
import { startApi } from '../harness.ts';
import { makeClientFolder } from './client-folder.ts';
import { readPage } from './read-page.ts';

const origin = 'https://ringside.test';
const api = await startApi({ publicUrl: origin }, () => {}, { clientFolders: makeClientFolder() });
/** A second later than the one before, whose page is not kept any more. */
const get = (url: string) => {
  api.clock.advance(1_001);
  return api.app.inject({ url, headers: { accept: 'text/html' } });
};

let noor: string;
beforeEach(async () => {
  await api.db.deleteFrom('events').execute();
  await api.db.deleteFrom('fighters').execute();
  noor = await insertFighter(api.db, {
    name: 'Noor "</script>" Haddad',
    slug: 'noor-haddad',
    nickname: 'The Compass',
    countryCode: 'NL',
    heightCm: 181,
    gym: 'Kadeweg',
  });
});

async function insertCard(status: 'public' | 'hidden' | 'draft') {
  const eventId = await insertEvent(api.db, { status, name: 'Rumble 8' });
  const blockId = await insertBlock(api.db, { eventId });
  return insertBout(api.db, { blockId, redFighterId: noor });
}

describe('the page of a fighter (docs/product.md, 43.31)', () => {
  it('says who it is about, and holds the answer of its call', async () => {
    await insertCard('public');
    const { titles, canonical, meta, structuredData, answers } = readPage(
      (await get('/fighters/noor-haddad')).body,
    );
    const url = `${origin}/fighters/noor-haddad`;
    expect(titles).toEqual(['Noor "</script>" Haddad · Ringside']);
    expect(canonical).toEqual([url]);
    expect(meta('description')).toContain('“The Compass”. Kickboxer, Netherlands, Kadeweg.');
    expect(meta('robots')).toBeUndefined();
    expect(structuredData).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Person',
        '@id': url,
        url,
        name: 'Noor "</script>" Haddad',
        alternateName: 'The Compass',
        jobTitle: 'Kickboxer',
        nationality: { '@type': 'Country', name: 'Netherlands' },
        height: { '@type': 'QuantitativeValue', value: 181, unitCode: 'CMT' },
        affiliation: { '@type': 'SportsOrganization', name: 'Kadeweg' },
      },
    ]);
    const { body } = await api.request('GET /api/v1/kickboxing/fighters/noor-haddad');
    expect(answers).toEqual([
      {
        path: '/api/v1/kickboxing/fighters/{fighterId}',
        params: { path: { fighterId: 'noor-haddad' } },
        body,
      },
    ]);
    expect(body.bouts).toHaveLength(1);
  });

  it('is at one address', async () => {
    await insertCard('public');
    for (const address of [noor, 'Noor-Haddad']) {
      const { statusCode, headers } = await get(`/fighters/${address}?a=b`);
      expect([statusCode, headers.location]).toEqual([301, '/fighters/noor-haddad?a=b']);
    }
  });

  it('moves from the id and the slug of a double who was merged', async () => {
    await insertCard('public');
    const double = await insertFighter(api.db, { name: 'N. Haddad', slug: 'n-haddad' });
    const organiser = await api.signInAs({ scopes: ['event:update'] });
    await organiser.request(`POST /api/v1/fighters/${noor}/merge`, { body: { fighterId: double } });
    for (const address of [double, 'n-haddad', 'N-Haddad']) {
      const { statusCode, headers } = await get(`/fighters/${address}`);
      expect(statusCode).toBe(301);
      expect(headers.location?.toString().toLowerCase()).toMatch(/^\/fighters\/(noor-haddad|n-haddad)$/);
    }
    expect((await get('/fighters/n-haddad')).headers.location).toBe('/fighters/noor-haddad');
  });

  it('is listed by no search engine when the name was taken away', async () => {
    await insertCard('public');
    const slug = `anonymous-${noor}`;
    await api.db
      .updateTable('fighters')
      .set({ slug, name: 'Anonymous fighter' })
      .where('id', '=', noor)
      .execute();
    const { body } = await get(`/fighters/${slug}`);
    expect(readPage(body).meta('robots')).toBe('noindex');
    expect(readPage(body).structuredData).toEqual([]);
  });

  it('is listed by no search engine while the fighter is on hidden cards alone', async () => {
    await insertCard('hidden');
    const { body } = await get('/fighters/noor-haddad');
    expect(readPage(body).meta('robots')).toBe('noindex');
    expect(readPage(body).structuredData).toEqual([]);
    expect(body).not.toContain('Rumble 8');
  });

  it('is the same 404 for a fighter of drafts alone as for nobody', async () => {
    await insertCard('draft');
    const draft = await get('/fighters/noor-haddad');
    const nobody = await get('/fighters/nobody');
    expect([draft.statusCode, nobody.statusCode]).toEqual([404, 404]);
    expect(draft.body).toBe(nobody.body);
    for (const address of ['%00', 'a'.repeat(300), '%E0%A4%A'])
      expect((await get(`/fighters/${address}`)).statusCode).toBe(404);
  });
});

it('a link to a night shows the faces of its main event, and one to a fighter the portrait (43.63)', async () => {
  const pictureId = await insertImage(api.db, 'portrait');
  await api.db.updateTable('fighters').set({ pictureId }).where('id', '=', noor).execute();
  const eventId = await insertEvent(api.db, { slug: 'rumble-8', pictureId: await insertImage(api.db) });
  const blockId = await insertBlock(api.db, { eventId });
  await insertBout(api.db, { blockId, redFighterId: noor });
  const boutId = await insertBout(api.db, { blockId });
  const imageOf = async (url: string) => {
    const { meta } = readPage((await get(url)).body);
    return [meta('og:image'), meta('twitter:image'), meta('og:image:width'), meta('og:image:height')];
  };
  const shared = (name: string) => {
    const address = `${origin}/media/pictures/shared/${name}.jpg`;
    return [address, address, '1200', '630'];
  };
  expect(await imageOf('/fighters/noor-haddad')).toEqual(shared(pictureId));
  expect((await imageOf('/competitions/rumble-8'))[0]).toMatch(/1280\.jpg$/);
  await api.db.updateTable('bouts').set({ status: 'cancelled' }).where('id', '=', boutId).execute();
  expect(await imageOf('/competitions/rumble-8')).toEqual(shared(`${pictureId}_none`));
});
