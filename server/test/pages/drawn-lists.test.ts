import { describe, expect, it } from 'vitest';
import { hoursFromNow, insertEvent, insertPicture } from '../factories.ts';
import { live, next, over, startDrawnApi } from './drawn-client.ts';

const { api, drawingOf, drawn, get } = await startDrawnApi();

describe('the drawing of a list (39.5)', () => {
  const inCity = (cityName: string) => ({
    location: { name: 'Havenhal', address: null, cityName, countryName: null },
  });

  it('is the archive with its filters, its count and its first cards', async () => {
    const pictureId = await insertPicture(api.db);
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const place = inCity(number > 1 ? 'Ghent' : 'Rotterdam');
      await insertEvent(api.db, {
        name: `Night ${number}`,
        slug: `n${number}`,
        pictureId,
        ...over,
        ...place,
      });
    }
    const archive = await drawn('/replays');
    expect(archive).toMatch(/<h1[^>]*>Replays<.*All cities.*9 replays.*Havenhal, Ghent/);
    expect(archive).not.toContain('badge-phase');
    // All began in one year, and all are free: neither is a choice.
    expect(archive).not.toMatch(/All years|Any price/);
    expect(archive.match(/<article/g)).toHaveLength(8);
    expect(archive.match(/fetchpriority="high"/g)).toHaveLength(1);
    expect(archive).toContain('sizes="(min-width: 64em) 26rem, (min-width: 40em) 50vw, 14rem"');
  });

  it('is the schedule: what is live, then each day, without a time that the server cannot know', async () => {
    await insertEvent(api.db, { name: 'Right now', slug: 'now', ...live });
    await insertEvent(api.db, { name: 'To come', slug: 'next', ...next });
    await insertEvent(api.db, { name: 'Long ago', slug: 'ago', ...over });
    const schedule = await drawn('/schedule');
    expect(schedule).toMatch(
      /Live now.*Right now.*badge-live.*Watch live.*visibility:hidden">Saturday.*To come/,
    );
    expect(schedule).not.toContain('Long ago');
    expect(schedule.match(/class="schedule-time" style="visibility:hidden"/g)).toHaveLength(2);
  });

  it('is what the words of a search find, and cannot be left by them', async () => {
    await insertEvent(api.db, { name: 'Rumble "7" <b>', slug: 'rumble', ...next });
    const found = await drawn(`/search?q=${encodeURIComponent('"7" <b>')}`);
    expect(found).toMatch(/value="&quot;7&quot; &lt;b&gt;".*1 fight night<.*Rumble &quot;7&quot; &lt;b&gt;/);
    expect(found).not.toContain('<b>');
  });

  it('is missing where the client asks for another list, or finds nothing', async () => {
    expect(await drawn('/replays')).toBe('');
    await insertEvent(api.db, { name: 'Long ago', slug: 'ago', ...over });
    for (const url of [
      '/replays?page=2',
      '/replays?year=2025',
      '/search?q=x&when=replays',
      '/search',
      '/search?q=zz',
    ])
      expect([url, await drawn(url)]).toEqual([url, '']);
    expect(await drawn('/replays')).toContain('1 replay<');
  });

  it('has another tag when an event begins', async () => {
    await insertEvent(api.db, { slug: 'soon', startDate: hoursFromNow(1), endDate: hoursFromNow(5) });
    const { headers } = await get('/schedule');
    api.clock.advance(2 * 3_600_000);
    const later = await get('/schedule', { 'if-none-match': String(headers.etag) });
    api.clock.advance(-2 * 3_600_000);
    expect([later.statusCode, drawingOf(later.body)]).toEqual([200, expect.stringContaining('Live now')]);
  });
});
