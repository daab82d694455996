/**
 * @clocks apart
 */
import { describe, expect, it } from 'vitest';
import { hoursFromNow, insertEvent, nowhere } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const ask = (idOrSlug: string) =>
  api.request(`GET /api/v1/kickboxing/competitions/${encodeURIComponent(idOrSlug)}/calendar`);

/** The properties of the file as a calendar reads them: lines unfolded, texts with their own characters. */
async function read(idOrSlug: string) {
  const { status, body } = await ask(idOrSlug);
  expect(status).toBe(200);
  const lines: string[] = body.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.pop()).toBe('');
  const pairs = lines.map((line) => /^([A-Z-]+):(.*)$/s.exec(line)?.slice(1) ?? ['no property', line]);
  const own = (value = '') => value.replaceAll(/\\(.)/gs, (_, sign) => (sign === 'n' ? '\n' : sign));
  return {
    names: pairs.map(([name]) => name),
    properties: new Map(pairs.map(([k, v]) => [k, own(v)])),
    body,
  };
}

const times = { startDate: '2027-07-03T18:00:00Z', endDate: '2027-07-03T22:30:00Z' };

// docs/product.md, 36.5.
describe('getCompetitionCalendar', () => {
  it('has what, when in UTC, where, and the page', async () => {
    const location = {
      name: 'Maashal',
      address: 'Kadeweg 7',
      cityName: 'Rotterdam',
      countryName: 'Netherlands',
    };
    const id = await insertEvent(api.db, {
      slug: 'rumble-7',
      name: 'Rotterdam Rumble 7',
      description: 'Nine fights.',
      location,
      ...times,
    });
    const { properties, names } = await read('rumble-7');
    expect(Object.fromEntries(properties)).toEqual({
      BEGIN: 'VEVENT',
      END: 'VCALENDAR',
      VERSION: '2.0',
      METHOD: 'PUBLISH',
      CALSCALE: 'GREGORIAN',
      PRODID: '-//Ringside//Competitions//EN',
      UID: id,
      DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      SEQUENCE: '1',
      DTSTART: '20270703T180000Z',
      DTEND: '20270703T223000Z',
      SUMMARY: 'Rotterdam Rumble 7',
      DESCRIPTION: expect.stringMatching(
        /^Nine fights\.\n\nSat, 3 July? 2027, 20:00 (CEST|GMT\+2) at the venue\.\n\nhttp:\/\/[^\s]+\/competitions\/rumble-7$/,
      ),
      LOCATION: 'Maashal, Kadeweg 7, Rotterdam, Netherlands',
      URL: expect.stringMatching(/^http:\/\/[^\s]+\/competitions\/rumble-7$/),
      STATUS: 'CONFIRMED',
    });
    expect(names.filter((name) => name === 'BEGIN' || name === 'END')).toHaveLength(4);
  });

  it('is named after the event, and a calendar gets it as one', async () => {
    await insertEvent(api.db, { slug: 'named' });
    const { headers } = await ask('named');
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="named.ics"',
      'cache-control': 'no-cache',
    });
  });

  it('keeps its UID when the event is changed, and replaces the one before', async () => {
    const id = await insertEvent(api.db, { slug: 'to-move', ...times });
    const before = await read('to-move');
    const organiser = await api.signInAs({ scopes: ['event:update'] });
    const change = { startDate: hoursFromNow(500), endDate: hoursFromNow(504), slug: 'moved' };
    const { status } = await organiser.request(`PATCH /api/v1/events/${id}`, { body: change });
    expect(status).toBe(204);
    const after = await read('moved');
    expect([before, after].map(({ properties }) => properties.get('UID'))).toEqual([id, id]);
    const sequences = [before, after].map(({ properties }) => Number(properties.get('SEQUENCE')));
    expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0);
    expect(after.properties.get('DTSTART')).not.toBe('20270703T180000Z');
    // By the old slug too: links to it are out in the world.
    expect((await read('to-move')).properties.get('URL')).toMatch(/\/moved$/);
    expect((await read(id)).properties.get('UID')).toBe(id);
  });

  it('lets no text become a line of its own, or leave a control character', async () => {
    const name = 'A;B,C\\D\r\nEND:VEVENT\nBEGIN:VALARM\rX\u2028Y\u0085Z\u0007\u001b';
    const location = { ...nowhere, name: 'Hall\nATTACH:https://evil.example/x', cityName: '\\n;:"' };
    await insertEvent(api.db, { slug: 'hostile', name, description: name.repeat(3), location });
    const { properties, names, body } = await read('hostile');
    expect(names).toHaveLength(18);
    expect(names.slice(5, 16)).toEqual([
      'BEGIN',
      'UID',
      'DTSTAMP',
      'SEQUENCE',
      'DTSTART',
      'DTEND',
      'SUMMARY',
      'DESCRIPTION',
      'LOCATION',
      'URL',
      'STATUS',
    ]);
    expect(properties.get('SUMMARY')).toBe('A;B,C\\D\nEND:VEVENT\nBEGIN:VALARM\nX\nY\nZ');
    expect(properties.get('LOCATION')).toBe('Hall\nATTACH:https://evil.example/x, \\n;:"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(body).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]|(^|[^\r])\n/);
  });

  it('has no end when the event ends as it begins', async () => {
    const at = '2027-07-03T18:00:00Z';
    await insertEvent(api.db, { slug: 'instant', startDate: at, endDate: at });
    const { properties } = await read('instant');
    expect([properties.get('DTSTART'), properties.has('DTEND')]).toEqual(['20270703T180000Z', false]);
  });

  it('has lines of at most 75 bytes and cuts no character', async () => {
    const name = '🥊é🏆漢'.repeat(40);
    await insertEvent(api.db, { slug: 'long', name, description: name });
    const { properties, body } = await read('long');
    const lengths = body.split('\r\n').map((line: string) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
    expect(body).not.toContain('\ufffd');
    expect(properties.get('SUMMARY')).toBe(name);
  });

  it('says nothing of a hidden event, a draft and what does not exist', async () => {
    const hidden = await insertEvent(api.db, { slug: 'behind-the-door', status: 'hidden' });
    await insertEvent(api.db, { slug: 'not-yet', status: 'draft' });
    const answers = [];
    for (const each of ['behind-the-door', hidden, 'not-yet', 'nothing-here', crypto.randomUUID()]) {
      const { status, body } = await ask(each);
      answers.push({ status, type: body.type });
    }
    expect(answers).toEqual(Array(5).fill({ status: 404, type: '/problems/not-found' }));
    expect((await ask('not a slug')).status).toBe(400);
  });
});
