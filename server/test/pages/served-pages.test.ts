import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  hoursFromNow,
  insertBlock,
  insertBout,
  insertEvent,
  insertFighter,
  insertLiveStream,
  insertPicture,
  insertWatchable,
} from '../factories.ts';
import { startApi } from '../harness.ts';
import { bareIndex, makeClientFolder } from './client-folder.ts';
import { readPage } from './read-page.ts';

const origin = 'https://ringside.test';
let isBusy = false;
let fault: Error | undefined;
const api = await startApi(
  { publicUrl: origin },
  () => {
    if (fault) throw fault;
  },
  {
    clientFolders: makeClientFolder(),
    pressure: { eventLoopDelayMs: () => (isBusy ? 10_000 : 0), databaseWaitMs: () => 0 },
  },
);
/** A second later than the one before, whose page is not kept any more. */
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  api.clock.advance(1_001);
  return api.app.inject({ method, url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
};
const page = async (url: string) => readPage((await get(url)).body);

beforeEach(async () => {
  isBusy = false;
  fault = undefined;
  await api.db.deleteFrom('events').execute();
  await api.db.updateTable('settings').set({ siteName: 'Ring & <Side>' }).execute();
});

async function insertNight() {
  const pictureId = await insertPicture(api.db);
  const night = await insertWatchable(api.db, {
    event: {
      name: 'Rumble "7"',
      slug: 'rumble-7',
      description: 'Eight fights.',
      content: '# Tonight',
      pictureId,
      startDate: '2026-11-21T19:00:00Z',
      endDate: '2026-11-21T23:00:00Z',
      location: { name: 'Havenhal', address: 'Kade 1', cityName: 'Rotterdam', countryName: 'Netherlands' },
    },
    block: { name: 'Main card', slug: 'main-card', paymentRequired: true },
  });
  return { ...night, pictureId };
}

describe('the page of a competition (docs/product.md, 32.2 to 32.6)', () => {
  it('says what it is about, to search engines and link previews', async () => {
    const { pictureId } = await insertNight();
    const { titles, meta, canonical } = await page('/competitions/rumble-7?utm_source=mail');
    expect(titles).toEqual(['Rumble "7" · Ring & <Side>']);
    const description = 'Eight fights. Sat, 21 Nov 2026, 20:00 CET · Havenhal, Rotterdam';
    const image = `${origin}/media/pictures/${pictureId}/1280.jpg`;
    expect(canonical).toEqual([`${origin}/competitions/rumble-7`]);
    expect({
      description: meta('description'),
      title: meta('og:title'),
      about: meta('og:description'),
      url: meta('og:url'),
      site: meta('og:site_name'),
      image: [meta('og:image'), meta('og:image:width'), meta('og:image:height')],
      card: [meta('twitter:card'), meta('twitter:image')],
      robots: meta('robots'),
    }).toEqual({
      description,
      about: description,
      title: 'Rumble "7"',
      url: `${origin}/competitions/rumble-7`,
      site: 'Ring & <Side>',
      image: [image, '1280', '720'],
      card: ['summary_large_image', image],
      robots: undefined,
    });
  });

  it('describes the event and its broadcasts to search engines', async () => {
    const { eventId } = await insertNight();
    await insertBlock(api.db, {
      eventId,
      name: 'Press',
      slug: 'press',
      startDate: hoursFromNow(9),
      endDate: hoursFromNow(10),
    });
    const { structuredData } = await page('/competitions/rumble-7');
    expect(structuredData).toHaveLength(1);
    const url = `${origin}/competitions/rumble-7`;
    expect(structuredData[0]).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name: 'Rumble "7"',
      url,
      startDate: '2026-11-21T19:00:00+00:00',
      location: [
        { '@type': 'Place', name: 'Havenhal', address: { addressLocality: 'Rotterdam' } },
        { '@type': 'VirtualLocation', url },
      ],
      subEvent: [
        {
          '@type': 'SportsEvent',
          name: 'Main card',
          url: `${url}/main-card`,
          subEvent: [{ '@type': 'BroadcastEvent', isLiveBroadcast: true, isAccessibleForFree: false }],
        },
        { '@type': 'SportsEvent', name: 'Press' },
      ],
    });
    expect(structuredData[0].subEvent[1]).not.toHaveProperty('subEvent');
  });

  it('names the bouts and their fighters, and nothing of a hidden event', async () => {
    const { blockId, eventId } = await insertNight();
    const redFighterId = await insertFighter(api.db, { name: 'Noor </script>', slug: 'noor' });
    const id = await insertBout(api.db, { blockId, redFighterId, title: 'Title' });
    await insertBout(api.db, { blockId, status: 'cancelled' });
    const url = `${origin}/competitions/rumble-7`;
    const [, first, second] = (await page('/competitions/rumble-7')).structuredData[0].subEvent[0].subEvent;
    expect(first).toMatchObject({
      '@type': 'SportsEvent',
      '@id': `${url}#bout-${id}`,
      name: 'Noor </script> v To be announced',
      startDate: expect.any(String),
      superEvent: { '@id': `${url}/main-card` },
      eventStatus: 'https://schema.org/EventScheduled',
      location: [{ name: 'Havenhal' }, {}],
      competitor: [{ '@type': 'Person', url: `${origin}/fighters/noor`, name: 'Noor </script>' }],
    });
    expect(second).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
    expect(second).not.toHaveProperty('competitor');
    await api.db.updateTable('events').set({ status: 'hidden' }).where('id', '=', eventId).execute();
    expect((await page('/competitions/rumble-7')).structuredData).toEqual([]);
  });

  it('holds the answers of its first calls, and the picture of the first screen', async () => {
    const { pictureId } = await insertNight();
    const { answers, at, preloads } = await page('/competitions/rumble-7');
    const path = '/api/v1/kickboxing/competitions/{competitionId}';
    const called = async (address: string) => ({
      path: address,
      params: { path: { competitionId: 'rumble-7' } },
      body: (await api.request(`GET ${address.replace('{competitionId}', 'rumble-7')}`)).body,
    });
    expect(answers).toEqual([await called(path), await called(`${path}/bouts`)]);
    expect(Math.abs(Date.parse(at ?? '') - api.clock.now().getTime())).toBeLessThan(60_000);
    expect(preloads).toMatchObject([{ as: 'image', type: 'image/avif', imagesizes: '100vw' }]);
    expect(preloads[0]?.imagesrcset).toContain(`/media/pictures/${pictureId}/640.avif 640w`);
  });

  it('cannot be left by hostile text', async () => {
    const hostile = `</script><script>alert(1)</script><!--<script> ]]> \u2028\u2029 "'><img src=x onerror=alert(1)> \\u003c $& $1`;
    const eventId = await insertEvent(api.db, {
      name: hostile,
      slug: 'hostile',
      description: hostile,
      content: hostile.repeat(100),
      location: { name: hostile, address: hostile, cityName: null, countryName: null },
    });
    const redFighterId = await insertFighter(api.db, { name: hostile, nickname: hostile, gym: hostile });
    const blockId = await insertBlock(api.db, { eventId, name: hostile });
    await api.db.insertInto('bouts').values({ blockId, position: 1, redFighterId, title: hostile }).execute();
    const { body } = await get('/competitions/hostile');
    const { titles, meta, answers, structuredData, scriptTypes } = readPage(body);
    expect(scriptTypes).toEqual(['application/ld+json', 'application/json']);
    expect(/<img|<!--/.test(body)).toBe(false);
    const [, ...scripts] = body.split('<script');
    expect(scripts.some((text) => /[\u2028\u2029]/.test(text.split('</script>')[0] ?? ''))).toBe(false);
    expect(titles).toEqual([`${hostile} · Ring & <Side>`]);
    expect(meta('og:title')).toBe(hostile);
    expect([answers[0].body.name, structuredData[0].name]).toEqual([hostile, hostile]);
  });

  it('is a 404 for a draft, the same as for a slug that nobody has', async () => {
    const draftId = await insertEvent(api.db, { slug: 'not-yet', status: 'draft' });
    const unknown = await get('/competitions/no-such-thing');
    expect([unknown.statusCode, unknown.body]).toEqual([404, bareIndex]);
    const { date: _, ...headers } = unknown.headers;
    const urls = ['/competitions/not-yet', `/competitions/${draftId}`, `/competitions/${randomUUID()}`];
    const odd = ['-', 'a_b', '%00', '%E2%80%AE', "x'or'1", 'x'.repeat(255), 'x'.repeat(300)];
    for (const url of [
      ...urls,
      ...urls.map((each) => `${each}/live`),
      ...odd.map((each) => `/competitions/${each}`),
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, bareIndex]);
      expect(answer.headers).toMatchObject(headers);
    }
  });

  it.each([
    ['/Competitions/rumble-7?from=mail', '/competitions/rumble-7?from=mail'],
    ['/COMPETITIONS/rumble-7?a=1?B', '/competitions/rumble-7?a=1?B'],
    ['/competitions/Rumble-7?t=aB%2F%41', '/competitions/rumble-7?t=aB%2F%41'],
    ['/competitions/%52umble-7', '/competitions/rumble-7'],
    ['/%43ompetitions/rumble-7', '/competitions/rumble-7'],
    ['/competitions/rumble-7/Live', '/competitions/rumble-7/live'],
    ['/competitions/RUMBLE-7/Main-%43ard/?Stream=X', '/competitions/rumble-7/main-card/?Stream=X'],
  ])('leads %s to the address in lower case (32.6)', async (url, location) => {
    await insertNight();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await get(url, {}, method);
      expect([statusCode, headers.location]).toEqual([301, location]);
    }
    expect((await get(location)).statusCode).toBe(200);
  });

  it('leads a draft and a wrong slug with capitals to the same 404 (32.6)', async () => {
    await insertEvent(api.db, { slug: 'not-yet', status: 'draft' });
    for (const path of ['Not-Yet', 'No-Such', 'A_B', 'Not-Yet/live', 'not-yet/Live', 'no-such/Live']) {
      const { statusCode, headers } = await get(`/competitions/${path}`);
      const location = `/competitions/${path.toLowerCase()}`;
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([
        301,
        location,
        'public, max-age=60',
      ]);
      const { statusCode: status, body } = await get(location);
      expect([status, body]).toEqual([404, bareIndex]);
    }
  });

  it.each(['%2Frumble-7', '%C3%89', '%2552', '%5C%5Cevil.test'])(
    'is a 404 for %s: the capital is one of an escape (32.6)',
    async (slug) => {
      expect((await get(`/competitions/${slug}`)).statusCode).toBe(404);
      expect((await get(`/competitions/${slug}/live`)).statusCode).toBe(404);
    },
  );

  it('leads to no other host (32.6)', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    for (const target of [
      'http://evil.test/competitions/Rumble-7',
      'http://evil.test/Competitions/Rumble-7',
      '//Evil.test/competitions/Rumble-7',
      '//Evil.test',
      '/%5CEvil.test/',
    ]) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        // Sends the target unchanged.
        request({ port, host: '127.0.0.1', path: target, agent: false }, resolve).on('error', reject).end();
      });
      answer.resume();
      expect([target, answer.statusCode, answer.headers.location]).toEqual([target, 404, undefined]);
    }
  });

  it('is a 404 for an address that cannot be decoded or is very long, and a problem for the API (32.6)', async () => {
    const { headers } = await get('/competitions/no-such-thing');
    const long = 'x'.repeat(9_000);
    for (const url of [
      '/competitions/%E0%A4%A',
      '/competitions/%E0%A4%A/live',
      '/competitions/rumble-7/%',
      '/%E0',
      `/competitions/${long}`,
      `/competitions/${long}/live`,
      `/${long}`,
      '/auth/..%2f..%2flogin',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, bareIndex]);
      for (const name of ['content-type', 'cache-control', 'content-security-policy', 'x-frame-options'])
        expect([name, answer.headers[name]]).toEqual([name, headers[name]]);
    }
    for (const [url, status, accept] of [
      ['/api/v1/kickboxing/competitions/%E0', 400, 'text/html'],
      ['/assets/%E0.js', 400, 'text/html'],
      [`/api/v1/${long}`, 404, 'text/html'],
      ['/competitions/%E0', 400, 'application/json'],
    ] as const) {
      const answer = await get(url, { accept });
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
        url,
        status,
        'application/problem+json',
      ]);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('of a hidden event opens by its link, and is not for search engines', async () => {
    const eventId = await insertEvent(api.db, { name: 'Invited', slug: 'by-invitation', status: 'hidden' });
    const { titles, meta, structuredData } = await page('/competitions/by-invitation');
    expect(titles).toEqual(['Invited · Ring & <Side>']);
    expect([meta('robots'), structuredData]).toEqual(['noindex', []]);
    for (const url of ['/', '/sitemap.xml']) expect((await get(url)).body).not.toMatch(/invit/i);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    expect((await get('/competitions/by-invitation')).statusCode).toBe(404);
  });

  it('has moved when it is asked for by an old slug or by its id', async () => {
    const eventId = await insertEvent(api.db, { slug: 'was' });
    await api.db.updateTable('events').set({ slug: 'is' }).where('id', '=', eventId).execute();
    for (const [url, target] of [
      ['/competitions/was', '/competitions/is'],
      ['/competitions/was?promo=A%26B', '/competitions/is?promo=A%26B'],
      ['/competitions/was/live?t=5', '/competitions/is/live?t=5'],
      [`/competitions/${eventId}`, '/competitions/is'],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([301, target]);
      // Another event may take the slug.
      expect(headers['cache-control']).toBe('public, max-age=60');
    }
    await insertEvent(api.db, { name: 'Newcomer', slug: 'was' });
    expect((await page('/competitions/was')).titles[0]).toMatch(/^Newcomer/);
  });
});

describe('a served page', () => {
  it('is the same for everybody, and caches may keep it for a moment', async () => {
    await insertNight();
    const device = await api.signInAs({ scopes: ['event:read'] });
    const headers = {
      authorization: `Bearer ${device.accessToken}`,
      cookie: 'identityToken=a.b.c; accessToken=x',
    };
    for (const url of ['/', '/competitions/rumble-7']) {
      const [stranger, member] = [await get(url), await get(url, headers)];
      expect(member.body.replace(/data-at="[^"]*"/, '')).toBe(stranger.body.replace(/data-at="[^"]*"/, ''));
      expect(member.headers.etag).toBe(stranger.headers.etag);
      expect(stranger.headers['cache-control']).toBe('public, max-age=10, stale-while-revalidate=50');
      expect([stranger.headers.vary, stranger.headers['set-cookie']]).toEqual(['accept-encoding', undefined]);
      expect(stranger.headers['content-security-policy']).toContain("script-src 'self';");
    }
  });

  it('answers 304 until something on it changes', async () => {
    const { eventId } = await insertNight();
    const url = '/competitions/rumble-7';
    const { headers } = await get(url);
    api.clock.advance(1_000);
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await api.db
      .updateTable('events')
      .set({ description: 'Nine fights.' })
      .where('id', '=', eventId)
      .execute();
    const changed = await get(url, { 'if-none-match': String(headers.etag) });
    expect([changed.statusCode, readPage(changed.body).meta('description')]).toEqual([
      200,
      expect.stringMatching(/^Nine fights\./),
    ]);
  });

  it('is compressed for clients that take it', async () => {
    await insertNight();
    const plain = await get('/competitions/rumble-7', { 'accept-encoding': 'br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const [br, gz] = [
      await get('/competitions/rumble-7', { 'accept-encoding': 'gzip, br' }),
      await get('/competitions/rumble-7', { 'accept-encoding': 'gzip' }),
    ];
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
    const lengthOf = (body: Buffer) => readPage(body.toString()).answers[0].body.slug;
    expect([lengthOf(brotliDecompressSync(br.rawPayload)), lengthOf(gunzipSync(gz.rawPayload))]).toEqual([
      'rumble-7',
      'rumble-7',
    ]);
  });

  it('answers HEAD with the headers alone', async () => {
    const { statusCode, body, headers } = await get('/', {}, 'HEAD');
    expect([statusCode, body, headers.etag]).toEqual([200, '', (await get('/')).headers.etag]);
  });

  it('is the bare client while the server is overloaded or the database is away', async () => {
    await insertNight();
    isBusy = true;
    const busy = await get('/competitions/rumble-7');
    isBusy = false;
    fault = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const away = await get('/competitions/rumble-7');
    for (const { statusCode, body, headers } of [busy, away])
      expect([statusCode, body, headers['cache-control'], headers['retry-after']]).toEqual([
        503,
        bareIndex,
        'no-cache',
        '5',
      ]);
  });

  it('trusts no Host header of a stranger', async () => {
    const { body } = await get('/', { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect(body).not.toContain('evil');
  });
});

describe('the home page (docs/product.md, 32.4)', () => {
  it('holds the answers of its lists, and the picture of what is next', async () => {
    const [first, second] = [await insertPicture(api.db), await insertPicture(api.db)];
    await insertEvent(api.db, { slug: 'over', startDate: hoursFromNow(-9), endDate: hoursFromNow(-5) });
    await insertEvent(api.db, {
      slug: 'later',
      pictureId: second,
      startDate: hoursFromNow(50),
      endDate: hoursFromNow(55),
    });
    await insertEvent(api.db, {
      slug: 'next',
      pictureId: first,
      startDate: hoursFromNow(5),
      endDate: hoursFromNow(9),
    });
    await insertEvent(api.db, { slug: 'secret', status: 'hidden' });
    const { titles, canonical, answers, preloads, structuredData, meta } = await page('/');
    expect(titles).toEqual(['Live kickboxing · Ring & <Side>']);
    expect([canonical, meta('og:url')]).toEqual([[`${origin}/`], `${origin}/`]);
    expect(
      answers.map(({ body }: { body: { data: Array<{ slug: string }> } }) =>
        body.data.map(({ slug }) => slug),
      ),
    ).toEqual([['next', 'later'], ['over']]);
    for (const { path, params, body } of answers) {
      const { filter, order, limit } = params.query;
      const query = new URLSearchParams({
        filter: JSON.stringify(filter),
        order: order[0],
        limit: String(limit),
      });
      expect((await api.request(`GET ${path}?${query}`)).body).toEqual(body);
    }
    expect(preloads[0]?.imagesrcset).toContain(first);
    expect(structuredData).toMatchObject([
      { '@type': 'WebSite', name: 'Ring & <Side>', url: `${origin}/` },
      {
        '@type': 'ItemList',
        itemListElement: [{ position: 1, url: `${origin}/competitions/next` }, { position: 2 }],
      },
    ]);
  });

  it('of an empty platform has the picture of the site', async () => {
    const { meta, preloads, structuredData } = await page('/');
    expect([meta('og:image'), meta('og:image:width'), preloads]).toEqual([`${origin}/og.jpg`, '1200', []]);
    expect(structuredData).toMatchObject([{ '@type': 'WebSite' }]);
  });
});

it.each([
  ['/schedule', 'Schedule', undefined],
  ['/replays?page=2', 'Replays', undefined],
  ['/search?q=%3C%2Fscript%3E', 'Search', 'noindex'],
])('%s says what it is', async (url, title, robots) => {
  const { titles, meta, canonical } = await page(url);
  expect([titles, meta('robots'), canonical]).toEqual([
    [`${title} · Ring & <Side>`],
    robots,
    [`${origin}${url.split('?')[0]}`],
  ]);
  expect([meta('og:title'), meta('og:description')]).toEqual([title, meta('description')]);
});

it('has the first page of the schedule and of the archive, with the choices of the filters (39.3)', async () => {
  const later = { startDate: hoursFromNow(2), endDate: hoursFromNow(5) };
  const over = { startDate: hoursFromNow(-9), endDate: hoursFromNow(-5) };
  await insertEvent(api.db, { name: 'Later', slug: 'later', status: 'public', ...later });
  await insertEvent(api.db, { name: 'Over', slug: 'over', status: 'public', ...over });
  await insertEvent(api.db, { name: 'Draft', slug: 'draft', status: 'draft', ...later });
  for (const [url, slug] of [
    ['/schedule', 'later'],
    ['/replays?page=2', 'over'],
  ] as const) {
    const { answers } = await page(url);
    expect(answers).toHaveLength(2);
    expect(answers[0].body.data.map((each: { slug: string }) => each.slug)).toEqual([slug]);
    // Each is what the same call answers.
    for (const { path, params, body } of answers) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(params.query))
        query.append(
          name,
          typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : `${value}`,
        );
      const answer = await api.app.inject({ url: `${path}?${query}` });
      expect([answer.statusCode, answer.json()]).toEqual([200, body]);
    }
  }
});

it('has what the words of a search find, and the choices of its filters (39.3)', async () => {
  await insertEvent(api.db, { name: 'Rumble 7', slug: 'rumble-7', status: 'public' });
  await insertEvent(api.db, { name: 'Rumble 8', slug: 'rumble-8', status: 'draft' });
  await insertEvent(api.db, { name: 'Gala', slug: 'gala', status: 'public' });
  const { answers } = await page('/search?q=%00%20rumble%09');
  expect(answers.map((each: { params: object }) => each.params)).toEqual([
    { query: { q: 'rumble', filter: {}, limit: 24, offset: 0 } },
    { query: { q: 'rumble', filter: {} } },
    { query: { q: 'rumble', limit: 12 } },
  ]);
  expect(answers[0].body.data.map((each: { slug: string }) => each.slug)).toEqual(['rumble-7']);
  for (const { path, params, body } of answers) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params.query))
      query.append(name, typeof value === 'object' ? JSON.stringify(value) : `${value}`);
    const answer = await api.app.inject({ url: `${path}?${query}` });
    expect([answer.statusCode, answer.json()]).toEqual([200, body]);
  }
});

it.each(['', '?q=', '?q=%20', '?q=rumble&year=2026', '?q=rumble&page=2', '?q=rumble&when=replays', '?q=%00'])(
  'the search with "%s" holds nothing',
  async (search) => {
    const { statusCode, body } = await get(`/search${search}`);
    expect([statusCode, readPage(body).answers]).toEqual([200, []]);
  },
);

it.each([
  ['a script', '</script><script>alert(1)</script><!--'],
  ['signs of SQL', `'; drop table events; -- %_\\`],
  ['very much text', '界'.repeat(2_000)],
  ['half a letter', `${'x'.repeat(254)}\u{1f94a}`],
])('words of a search may be %s', async (_, words) => {
  const { statusCode, body } = await get(`/search?q=${encodeURIComponent(words)}`);
  const { answers, scriptTypes } = readPage(body);
  expect([statusCode, answers.length, scriptTypes]).toEqual([200, 3, ['application/json']]);
  expect(answers[0].body).toEqual({ data: [], total: 0 });
  expect(/<!--/.test(body.slice(body.indexOf('page-data')))).toBe(false);
});

it('the search with a broken address holds what is left of it', async () => {
  const { statusCode } = await get('/search?q=%E0%A4%A');
  expect(statusCode).toBe(200);
});

describe('a watch page (docs/product.md, 32.7)', () => {
  it('says what it is a page of, and leads search engines to the page of the competition by its address alone', async () => {
    await insertNight();
    for (const [path, title] of [
      ['live', 'Rumble "7" live'],
      ['main-card', 'Main card · Rumble "7"'],
    ] as const) {
      const { titles, meta, canonical, answers } = await page(`/competitions/rumble-7/${path}`);
      expect([titles, meta('robots'), canonical]).toEqual([
        [`${title} · Ring & <Side>`],
        undefined,
        [`${origin}/competitions/rumble-7`],
      ]);
      const call = await api.request('GET /api/v1/kickboxing/competitions/rumble-7');
      expect(answers).toEqual([expect.objectContaining({ body: call.body })]);
    }
    expect((await get('/competitions/rumble-7/no-block')).statusCode).toBe(404);
  });

  it('of a hidden event is not for search engines, and its answer is that of its page', async () => {
    const eventId = await insertEvent(api.db, { name: 'Invited', slug: 'by-invitation', status: 'hidden' });
    await insertBlock(api.db, { eventId, slug: 'main' });
    const { answers: known } = await page('/competitions/by-invitation');
    for (const path of ['live', 'main']) {
      const { meta, answers, structuredData } = await page(`/competitions/by-invitation/${path}`);
      expect([meta('robots'), answers, structuredData]).toEqual(['noindex', known.slice(0, 1), []]);
    }
    expect((await get('/sitemap.xml')).body).not.toMatch(/invit/i);
    await api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
    const draft = await get('/competitions/by-invitation/main');
    expect([draft.statusCode, draft.body]).toEqual([404, (await get('/competitions/nobody/main')).body]);
  });

  it('names the scripts of the video for signed-in viewers, and no shared cache keeps it', async () => {
    await insertNight();
    const url = '/competitions/rumble-7/live';
    const [stranger, member] = [
      await get(url),
      await get(url, { cookie: 'remember=true; identityToken=a.b.c' }),
    ];
    expect(member.body).toContain('/assets/video-1.js');
    expect(stranger.body).not.toContain('/assets/video-1.js');
    for (const { headers } of [stranger, member]) {
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.vary).toBe('accept-encoding, cookie');
    }
  });

  it('shows no stream of a hidden or secret kind in its head', async () => {
    const { blockId } = await insertNight();
    await insertLiveStream(api.db, { blockId, name: 'Judges only', videoId: 'demo', status: 'inactive' });
    const [head] = (await get('/competitions/rumble-7/live')).body.split('</head>');
    expect(head).not.toContain('Judges');
  });
});
