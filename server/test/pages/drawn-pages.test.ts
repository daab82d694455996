import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawHome } from '../../src/pages/drawing/draw-home.ts';
import { readTemplate } from '../../src/pages/page-template.ts';
import { hoursFromNow, insertBlock, insertEvent, insertLiveStream, insertPicture } from '../factories.ts';
import { writeClient } from './client-folder.ts';
import { live, next, over, startDrawnApi } from './drawn-client.ts';

const { api, app, drawingOf, drawn, entry, folder, get } = await startDrawnApi();

describe('the drawing of the home page (39.5)', () => {
  it('is the live event, else the next one, else the latest replay', async () => {
    expect(await drawn('/')).toBe('');
    await insertEvent(api.db, { name: 'Long ago', slug: 'ago', ...over });
    expect(await drawn('/')).toMatch(/Latest replay.*Long ago.*home-when.*See the card/);
    await insertEvent(api.db, { name: 'To come', slug: 'next', ...next });
    expect(await drawn('/')).toMatch(/Next up.*To come.*countdown-parts.*See the card/);
    await insertEvent(api.db, { name: 'Right now', slug: 'now', ...live });
    const now = await drawn('/');
    expect(now).toMatch(/badge-live.*Right now.*data-play>Watch live.*See the card/);
    expect(now).not.toMatch(/countdown|home-when|Next up/);
  });

  it('has the picture of the first screen, and of no picture the frame', async () => {
    const pictureId = await insertPicture(api.db);
    const eventId = await insertEvent(api.db, { slug: 'next', pictureId, ...next });
    const source = `<source type="image/avif" srcset="/media/pictures/${pictureId}/320.avif 320w,`;
    expect(await drawn('/')).toContain(source);
    await api.db.updateTable('events').set({ pictureId: null }).where('id', '=', eventId).execute();
    const without = await drawn('/');
    expect(without).toContain('<div class="picture-frame"></div>');
    expect(without).not.toContain('<img');
  });

  it('takes no press, and is the same for everybody', async () => {
    await insertEvent(api.db, { slug: 'now', ...live });
    const { body, headers } = await get('/');
    const member = await get('/', { cookie: 'identityToken=a.b.c' });
    expect(drawingOf(body)).toMatch(/^<div class="layout-layout" inert>/);
    expect([drawingOf(member.body), member.headers.etag]).toEqual([drawingOf(body), headers.etag]);
  });

  it('names its style sheet first, and leaves to the first script what comes later', async () => {
    await insertEvent(api.db, { slug: 'now', ...live });
    const { body } = await get('/');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/home-1.css">');
    expect(body).toContain(entry);
    for (const file of ['app-1', 'home-1'])
      expect(body).toContain(
        `<link data-later fetchpriority="low" as="script" crossorigin href="/assets/${file}.js">`,
      );
    // A page without a drawing loads its app at once.
    expect((await get('/search')).body).toContain(app);
  });

  it('has another tag when the event begins', async () => {
    await insertEvent(api.db, { slug: 'soon', startDate: hoursFromNow(1), endDate: hoursFromNow(5) });
    const { headers } = await get('/');
    api.clock.advance(2 * 3_600_000);
    const later = await get('/', { 'if-none-match': String(headers.etag) });
    api.clock.advance(-2 * 3_600_000);
    expect([later.statusCode, drawingOf(later.body)]).toEqual([200, expect.stringContaining('Watch live')]);
  });
});

describe('the drawing of a competition (39.5)', () => {
  it('is its poster, with the banner above', async () => {
    const eventId = await insertEvent(api.db, {
      ...{ name: 'Rumble 7', slug: 'rumble', description: 'Eight fights.', ...live },
      location: { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null },
    });
    const banner = { banner: 'Doors at six', bannerSince: hoursFromNow(-1) };
    await api.db
      .insertInto('broadcasts')
      .values({ eventId, ...banner })
      .onConflict((oc) => oc.column('eventId').doUpdateSet(banner))
      .execute();
    expect(await drawn('/competitions/rumble')).toMatch(
      /banner-banner.*Doors at six.*competition-picture.*<h1 class="display competition-name">Rumble 7<\/h1>.*Eight fights\./,
    );
  });

  it('calls live only what surely is: an encoder may not have come', async () => {
    const eventId = await insertEvent(api.db, { slug: 'rumble', ...live });
    const blockId = await insertBlock(api.db, { eventId, slug: 'main', ...live });
    const badge = /competition-badge"( style="visibility:hidden")?>/;
    expect(badge.exec(await drawn('/competitions/rumble'))?.[1]).toBeDefined();
    await insertLiveStream(api.db, { blockId, videoId: 'demo', status: 'active' });
    const shown = badge.exec(await drawn('/competitions/rumble'));
    expect([shown !== null, shown?.[1]]).toEqual([true, undefined]);
  });

  it('keeps the place of a countdown between two blocks, and of none while one is live', async () => {
    const eventId = await insertEvent(api.db, {
      slug: 'rumble',
      startDate: live.startDate,
      endDate: next.endDate,
    });
    await insertBlock(api.db, { eventId, slug: 'second', ...next });
    expect(await drawn('/competitions/rumble')).toContain('stageCountdown-clock');
    await insertBlock(api.db, { eventId, slug: 'first', ...live });
    expect(await drawn('/competitions/rumble')).not.toContain('stageCountdown-clock');
  });

  it('cannot be left by hostile text of any length', async () => {
    const hostile = `</h1></div><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x $& $1 {words} {class} &lt;`;
    const name = hostile.repeat(2);
    await insertEvent(api.db, {
      ...{ name, slug: 'hostile', description: hostile.repeat(180), ...live },
      location: { name: hostile, address: hostile, cityName: hostile, countryName: hostile },
    });
    for (const url of [
      '/',
      '/competitions/hostile',
      '/schedule',
      `/search?q=${encodeURIComponent(name.slice(0, 90))}`,
    ]) {
      const { statusCode, body } = await get(url);
      const drawing = drawingOf(body);
      // The lists show no description.
      const isLong = drawing.length > (/^\/s/.test(url) ? 700 : 20_000);
      expect([url, statusCode, isLong]).toEqual([url, 200, true]);
      expect(drawing).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      const [, heading = ''] =
        /<(?:h1[^>]*data-long="true"|h[23])[^>]*>([^<]*)<\/h[123]>/.exec(
          drawing.replace(/<h2[^>]*>(?:Live now|Saturday)<\/h2>/, ''),
        ) ?? [];
      expect(heading.startsWith('&lt;/h1&gt;&lt;/div&gt;&lt;script&gt;')).toBe(true);
      // Nothing opens or closes an element but the drawing itself.
      expect(drawing.match(/<div/g)?.length).toBe(drawing.match(/<\/div/g)?.length);
    }
  });

  it('of a hidden event is for those who have its link, and of a draft for nobody', async () => {
    await insertEvent(api.db, { name: 'Invited', slug: 'secret', status: 'hidden', ...live });
    await insertEvent(api.db, { name: 'Not yet', slug: 'draft', status: 'draft', ...live });
    expect(await drawn('/competitions/secret')).toContain('Invited');
    expect(await drawn('/')).toBe('');
    expect((await get('/competitions/draft')).body).not.toContain('Not yet');
  });
});

describe('a drawing that fails (39.9)', () => {
  it('leaves the page as it is without one, and is logged once', async () => {
    const poor = mkdtempSync(path.join(tmpdir(), 'ringside-poor-'));
    writeClient(poor);
    const paint = JSON.parse(readFileSync(path.join(folder, 'first-paint.json'), 'utf8'));
    writeFileSync(path.join(poor, 'first-paint.json'), JSON.stringify({ ...paint, classes: {} }));
    const logged: unknown[] = [];
    const template = readTemplate(poor, 'index.html', { error: (...line: unknown[]) => logged.push(line) });
    const found = { name: 'Gala', description: null, pictureId: null, ...live };
    const place = { name: null, cityName: null, countryName: null };
    const now = new Date();
    const rendered = [1, 2].map(() =>
      template.render(
        {
          ...{ title: 'Gala', description: 'A night', path: '/', isIndexed: true },
          drawing: { page: 'home', draw: (given) => drawHome(given, { ...found, location: place }, now) },
        },
        {
          origin: 'https://ringside.test',
          siteName: 'Ringside',
          now,
          query: new URLSearchParams(),
          isSignedIn: false,
        },
      ),
    );
    rmSync(poor, { recursive: true });
    for (const { html } of rendered) {
      expect(html).toContain('<title>Gala · Ringside</title>');
      expect(html).toContain('<div id="root"></div>');
    }
    expect(logged).toEqual([[expect.objectContaining({ page: 'home' }), expect.any(String)]]);
  });
});
