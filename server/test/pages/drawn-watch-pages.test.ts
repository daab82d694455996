import { describe, expect, it } from 'vitest';
import { insertBlock, insertEvent, insertLiveStream } from '../factories.ts';
import { live, next, over, startDrawnApi } from './drawn-client.ts';

const { api, drawingOf, get } = await startDrawnApi();

describe('the drawing of a watch page (39.7, 39.8)', () => {
  const member = { cookie: 'identityToken=a.b.c' };
  const drawnFor = async (url: string, headers = {}) => drawingOf((await get(url, headers)).body);
  const night = '/competitions/rumble';

  async function insertNight(dates: { startDate: string; endDate: string }, change = {}) {
    const eventId = await insertEvent(api.db, { name: 'Rumble 7', slug: 'rumble', ...dates });
    const blockId = await insertBlock(api.db, {
      ...{ eventId, name: 'Main card', slug: 'main', paymentRequired: false, ...dates },
      ...change,
    });
    return insertLiveStream(api.db, { blockId, videoId: 'demo', status: 'active' });
  }

  it('is a way in for a visitor, and for a viewer nothing: the moving picture comes first', async () => {
    await insertNight(live);
    for (const path of [`${night}/live`, `${night}/main`]) {
      const [forMember, forVisitor] = [await drawnFor(path, member), await drawnFor(path)];
      expect(forMember).toBe('');
      expect(forVisitor).toMatch(
        /watch-stage.*data-dimmed.*message-message">.*Sign in to watch.*free with an account.*Create an account.*Rumble 7.*<h1[^>]*>Main card<\/h1>/,
      );
      expect(forVisitor).toMatch(/^<div class="layout-layout" inert>/);
    }
  });

  it('of a paid block says that it needs a ticket', async () => {
    await insertNight(live, { paymentRequired: true });
    expect(await drawnFor(`${night}/main`)).toContain('a ticket for this session');
  });

  it('keeps the place of words that depend on the viewer, before a block and after it', async () => {
    await insertNight(next);
    const drawing = await drawnFor(`${night}/live`);
    expect(drawing).toMatch(/data-dimmed.*message-message" style="visibility:hidden"/);
    expect(drawing).not.toMatch(/Sign in to watch|badge-/);
  });

  it('of a replay tells only that there is one, and the live page leads there', async () => {
    const streamId = await insertNight(over);
    const replay = await drawnFor(`${night}/main`);
    expect(replay).toMatch(/Sign in to watch.*badge-phase">Replay/);
    expect(replay).not.toMatch(/badge-live/);
    expect(await drawnFor(`${night}/live`)).toMatch(/data-dimmed.*visibility:hidden/);
    await api.db.updateTable('liveStreams').set({ status: 'inactive' }).where('id', '=', streamId).execute();
    expect(await drawnFor(`${night}/main`)).toMatch(/data-dimmed.*badge-phase">Ended/);
  });

  it('draws nothing of an event without blocks, and of a draft', async () => {
    await insertEvent(api.db, { name: 'Bare', slug: 'bare', ...live });
    await insertEvent(api.db, { name: 'Not yet', slug: 'draft', status: 'draft', ...live });
    expect(await drawnFor('/competitions/bare/live')).toBe('');
    expect((await get('/competitions/draft/live')).body).not.toContain('Not yet');
  });

  it('cannot be left by hostile text', async () => {
    const hostile = `</h1></div><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x $& {words}`;
    const place = { name: hostile, address: null, cityName: hostile, countryName: null };
    const eventId = await insertEvent(api.db, { name: hostile, slug: 'rumble', location: place, ...live });
    await insertBlock(api.db, { eventId, name: hostile, slug: 'main', location: place, ...live });
    const drawing = await drawnFor(`${night}/live?stream=%22%3E%3Cscript%3E`);
    expect(drawing).toContain('&lt;/h1&gt;');
    expect(drawing).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(drawing.match(/<div/g)?.length).toBe(drawing.match(/<\/div/g)?.length);
  });
});
