/** What the server does with the pages that the client renders (docs/product.md, 39.5 to 39.9); web/src/entry-server.test.ts looks at the renderings. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { startApi } from '../harness.ts';
import { writeClient } from './client-folder.ts';
import { readPage } from './read-page.ts';

const entry = '<link rel="modulepreload" crossorigin href="/assets/core-1.js">';
const app = '<link rel="modulepreload" crossorigin href="/assets/app-1.js">';
const later = (file: string) =>
  `<link data-later fetchpriority="low" as="script" crossorigin href="/assets/${file}">`;

const folder = mkdtempSync(path.join(tmpdir(), 'ringside-rendered-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeClient(folder);
const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
writeFileSync(path.join(folder, 'index.html'), index.replace('</head>', `${entry}${app}</head>`));
writeFileSync(
  path.join(folder, 'page-files.json'),
  JSON.stringify({
    first: ['/assets/core-1.js'],
    pages: {
      home: { styles: ['/assets/home-1.css'], scripts: [] },
      watch: { styles: ['/assets/watch-1.css'], scripts: ['/assets/watch-1.js'] },
    },
  }),
);
// In the place of the built pages: it says what it was asked for, and how often.
writeFileSync(
  path.join(folder, 'entry-server.js'),
  `let times = 0;
   export async function renderPage({ url, at, siteName, answers }) {
     if (url.includes('broken')) throw new Error('this page is broken');
     times += 1;
     const wanted = JSON.stringify([url, siteName, new Date(at).toISOString(), answers.map(({ path }) => path)]);
     return { html: '<main data-times="' + times + '">' + wanted + '</main>', loaderData: { home: null } };
   }`,
);

const clientFolders = { client: folder, docs: folder, renderer: folder };
let isBusy = false;
const api = await startApi({}, () => {}, {
  clientFolders,
  pressure: { eventLoopDelayMs: () => (isBusy ? 10_000 : 0), databaseWaitMs: () => 0 },
});
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { accept: 'text/html', ...headers } });
/** What stands in the place of the client. */
const renderingOf = (body: string) => /<div id="root">([\s\S]*)<\/div>\s*<script/.exec(body)?.[1] ?? '';
const timesOf = (body: string) => Number(/data-times="(\d+)"/.exec(body)?.[1]);
const member = { cookie: 'identityToken=a.b.c' };
const live = { startDate: hoursFromNow(-1), endDate: hoursFromNow(4) };

beforeEach(async () => {
  isBusy = false;
  api.clock.advance(1_001);
  await api.db.deleteFrom('events').execute();
});

describe('a rendered page (39.5)', () => {
  it('is rendered from the answers and the time that it holds, with the name of the site', async () => {
    const { body } = await get('/?from=mail');
    const { at, answers } = readPage(body);
    expect(JSON.parse(/<main[^>]*>(.*)<\/main>/.exec(renderingOf(body))?.[1] ?? '')).toEqual([
      '/?from=mail',
      'Ringside',
      at,
      answers.map(({ path: of }: { path: string }) => of),
    ]);
    expect(body).toContain('"loaderData":{"home":null}');
  });

  it('names its style sheets first, and leaves to the first script what comes later (39.6)', async () => {
    const { body } = await get('/');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/home-1.css">');
    expect(body).toContain(entry);
    expect(body).toContain(later('app-1.js'));
    // A list with a filter is not rendered, and loads its app at once.
    const narrowed = (await get('/replays?year=2025')).body;
    expect([renderingOf(narrowed), narrowed.includes(app)]).toEqual(['', true]);
  });

  it('is the same for everybody, and is made once a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => get('/', number % 2 ? member : {})),
    );
    // One for visitors and one for those who are signed in, with the same content.
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const first = Math.max(...answers.map(({ body }) => timesOf(body)));
    expect(new Set(answers.map(({ body }) => timesOf(body))).size).toBeLessThanOrEqual(2);
    api.clock.advance(1_001);
    expect(timesOf((await get('/')).body)).toBe(first + 1);
  });

  it('has the tag of its content, whatever its clocks say', async () => {
    await insertEvent(api.db, { slug: 'gala', ...live });
    const { headers } = await get('/competitions/gala');
    api.clock.advance(30_000);
    const again = await get('/competitions/gala', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
    await api.db.updateTable('events').set({ name: 'Another' }).execute();
    api.clock.advance(1_001);
    const changed = await get('/competitions/gala', { 'if-none-match': String(headers.etag) });
    expect(changed.statusCode).toBe(200);
  });

  it('of a watch page is for visitors: for viewers the moving picture comes first (39.7)', async () => {
    const eventId = await insertEvent(api.db, { slug: 'rumble', ...live });
    const blockId = await insertBlock(api.db, { eventId, slug: 'main', ...live });
    await insertLiveStream(api.db, { blockId, videoId: 'demo', status: 'active' });
    for (const url of ['/competitions/rumble/live', '/competitions/rumble/main']) {
      const [forVisitor, forMember] = [await get(url), await get(url, member)];
      expect(renderingOf(forVisitor.body)).toContain(url);
      expect(forVisitor.body).toContain(later('watch-1.js'));
      expect(renderingOf(forMember.body)).toBe('');
      expect(forMember.body).toContain('/assets/video-1.js');
      expect(forVisitor.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'accept-encoding, cookie',
      });
    }
  });

  it('is not made while the server is overloaded', async () => {
    const before = timesOf((await get('/')).body);
    isBusy = true;
    api.clock.advance(1_001);
    const busy = await get('/');
    expect([busy.statusCode, renderingOf(busy.body)]).toEqual([503, '']);
    isBusy = false;
    expect(timesOf((await get('/')).body)).toBe(before + 1);
  });
});

it('a page whose rendering fails goes out without, with its data, and the log says so once (39.9)', async () => {
  await insertEvent(api.db, { name: 'Gala', slug: 'broken', ...live });
  for (let time = 0; time < 2; time++) {
    api.clock.advance(1_001);
    const { statusCode, body } = await get('/competitions/broken');
    expect([statusCode, renderingOf(body)]).toEqual([200, '']);
    expect(body).toContain('<title>Gala · Ringside</title>');
    expect(readPage(body).answers).toHaveLength(2);
    expect(body).toContain(app);
  }
  expect(api.log.filter((line) => line.includes('a page is sent without its rendering'))).toHaveLength(1);
});
