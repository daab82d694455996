import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const origin = 'https://ringside.test';
const statements: string[] = [];
const api = await startApi({ publicUrl: origin }, ({ sql: text }) => statements.push(text));
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const read = async (url: string) => {
  const { body } = await get(url);
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
};
/** Longer than an answer is kept. */
const later = () => api.clock.advance(11 * 60_000);

beforeEach(async () => {
  await api.db.deleteFrom('events').execute();
  later();
});

it('robots.txt leads to the map, and away from pages that are nobody else’s business', async () => {
  const { statusCode, headers, body } = await get('/robots.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /admin', `Sitemap: ${origin}/sitemap.xml`]),
  );
  expect(body).not.toMatch(/Disallow: \/(competitions|media|assets)?\n/);
});

describe('the sitemap (docs/product.md, 32.8)', () => {
  it('has the public pages alone', async () => {
    await insertEvent(api.db, { slug: 'open' });
    for (const status of ['hidden', 'draft'] as const) await insertEvent(api.db, { slug: status, status });
    const { headers, body } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=600');
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
    );
    expect(await read('/sitemap.xml')).toEqual(
      ['/', '/schedule', '/replays', '/competitions/open'].map((path) => `${origin}${path}`),
    );
  });

  it('has the fighters of public cards alone', async () => {
    for (const status of ['public', 'hidden', 'draft'] as const) {
      const blockId = await insertBlock(api.db, {
        eventId: await insertEvent(api.db, { slug: `night-${status}`, status }),
      });
      const nameless = randomUUID();
      await insertBout(api.db, {
        blockId,
        redFighterId: await insertFighter(api.db, { id: nameless, slug: `anonymous-${nameless}` }),
        blueFighterId: await insertFighter(api.db, { slug: `of-${status}` }),
      });
    }
    expect((await read('/sitemap.xml')).slice(3)).toEqual(
      ['/competitions/night-public', '/fighters/of-public'].map((path) => `${origin}${path}`),
    );
  });

  it('is read once in ten minutes, however many ask', async () => {
    statements.length = 0;
    await Promise.all(Array.from({ length: 60 }, () => get('/sitemap.xml')));
    expect(statements.filter((text) => text.includes('"slug"'))).toHaveLength(1);
    await insertEvent(api.db, { slug: 'new' });
    expect(await read('/sitemap.xml')).toHaveLength(3);
    later();
    expect(await read('/sitemap.xml')).toHaveLength(4);
  });

  it.each(['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-01.xml', '/sitemap-x.xml', '/sitemap-9999999.xml'])(
    'has no part %s',
    async (url) => {
      for (let time = 0; time < 3; time += 1) expect((await get(url)).statusCode).toBe(404);
    },
  );

  // The last one: nothing has to delete so many events.
  it('is split where it is longer than a search engine reads', async () => {
    await sql`insert into events (name, slug, start_date, end_date, timezone, location, status)
      select 'Night', 'night-' || n, now(), now(), 'UTC',
        '{"name": null, "address": null, "cityName": null, "countryName": null}', 'public'
      from generate_series(1, 50001) n`.execute(api.db);
    const { id: eventId } = await api.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
    const blockId = await insertBlock(api.db, { eventId });
    for (let index = 0; index < 20; index += 1)
      await insertBout(api.db, { blockId, redFighterId: await insertFighter(api.db) });
    const parts = await read('/sitemap.xml');
    expect(parts).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`]);
    expect((await get('/sitemap.xml')).body).toContain('<sitemapindex ');
    const packed = await get('/sitemap-1.xml', { 'accept-encoding': 'gzip' });
    const first = gunzipSync(packed.rawPayload).toString().match(/<loc>/g);
    const second = await read('/sitemap-2.xml');
    expect([first?.length, second.length]).toEqual([50_000, 24]);
    expect(new Set(await read('/sitemap-1.xml')).intersection(new Set(second)).size).toBe(0);
  }, 120_000);
});
