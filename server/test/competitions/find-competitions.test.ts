/**
 * @clocks apart
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertEvent, nowhere } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const base = '/api/v1/kickboxing';

async function get(path: string, query: Record<string, unknown>) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  return api.request(`GET ${base}/${path}?${parameters}`);
}

async function namesOf(query: Record<string, unknown>): Promise<string[]> {
  const { status, body } = await get('competitions', query);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
}

const at = (name: string | null, cityName: string | null, countryName: string | null) => ({
  ...nowhere,
  name,
  cityName,
  countryName,
});

const ids = new Map<string, string>();
const block = (name: string, paymentRequired: boolean) =>
  insertBlock(api.db, { eventId: ids.get(name) ?? '', paymentRequired });

beforeAll(async () => {
  const hours = (start: number) => ({ startDate: hoursFromNow(start), endDate: hoursFromNow(start + 4) });
  const rows = [
    { name: 'Rumble 7', location: at('Maashal', 'Rotterdam', 'Netherlands'), ...hours(-1) },
    { name: 'Rumble 6', location: at('Maashal', 'Rotterdam', 'Netherlands'), ...hours(-3000) },
    { name: 'Rumble 8', location: at('Maashal', 'Rotterdam', 'Netherlands'), ...hours(700) },
    { name: 'Nacht der Fäuste', location: at('Rheinhalle', 'Düsseldorf', 'Germany'), ...hours(400) },
    { name: '100 % Power_Night \\ Łódź', location: at(null, 'Łódź', 'Poland'), ...hours(500) },
    {
      name: 'New Year Gala',
      location: at('Dome', 'Apia', 'Samoa'),
      timezone: 'Pacific/Apia',
      // 1 January 2024 at the venue, 31 December 2023 in UTC.
      startDate: '2023-12-31T12:00:00Z',
      endDate: '2023-12-31T16:00:00Z',
    },
    {
      name: 'Rumble in hiding',
      location: at('Maashal', 'Rotterdam', 'Netherlands'),
      status: 'hidden' as const,
    },
    { name: 'Rumble to come', location: at('Maashal', 'Rotterdam', 'Netherlands'), status: 'draft' as const },
  ];
  for (const row of rows) ids.set(row.name, await insertEvent(api.db, row));
});

// docs/product.md, 31.4.
describe('the words of listCompetitions', () => {
  it.each([
    ['rumble', ['Rumble 7', 'Rumble 8', 'Rumble 6']],
    ['  RUMBLE   rotter ', ['Rumble 7', 'Rumble 8', 'Rumble 6']],
    ['6 maas', ['Rumble 6']],
    ['netherlands 8', ['Rumble 8']],
    ['dusseldorf', ['Nacht der Fäuste']],
    ['DÜSSELDORF fauste', ['Nacht der Fäuste']],
    ['lodz', ['100 % Power_Night \\ Łódź']],
    ['rumble apia', []],
    ['roterdam', ['Rumble 7', 'Rumble 8', 'Rumble 6']],
    ['rumbel 6', ['Rumble 6']],
    ['netherland', ['Rumble 7', 'Rumble 8', 'Rumble 6']],
    ['faeuste dusseldorff', ['Nacht der Fäuste']],
    ['20267', []],
    [
      'r',
      ['Rumble 7', 'Nacht der Fäuste', '100 % Power_Night \\ Łódź', 'Rumble 8', 'Rumble 6', 'New Year Gala'],
    ],
  ])('%j finds %j: what comes, soonest first, then replays', async (q, names) => {
    expect(await namesOf({ q })).toEqual(names);
  });

  it.each(['%', '_', '\\', '％', '＼', '0 %', 'r_n', '\\ ł'])('takes %j literally', async (q) => {
    expect(await namesOf({ q })).toEqual(['100 % Power_Night \\ Łódź']);
  });

  it.each(["'; drop table events; --", '%%%', '"', '🥊', '((((', 'a'.repeat(255), 'x '.repeat(127), '[a-z]'])(
    'survives %j',
    async (q) => {
      expect(await namesOf({ q })).toEqual([]);
    },
  );

  it('forgives nothing while something has the words, whatever the filter', async () => {
    const filter = { year: { eq: 1999 } };
    expect(await namesOf({ q: 'rumble', filter })).toEqual([]);
    expect((await get('competition-facets', { q: 'roterdam' })).body.total).toBe(3);
  });

  it('refuses a text that is too long, with a NUL, or given twice', async () => {
    for (const query of [`q=${'a'.repeat(256)}`, 'q=%00', 'q=a&q=b']) {
      expect((await api.request(`GET ${base}/competitions?${query}`)).status).toBe(400);
    }
  });

  it('counts what it finds, keeps to the order and the page asked for, and to the filter', async () => {
    const { body } = await get('competitions', { q: 'rumble', order: '-startDate', limit: 1, offset: 1 });
    expect([body.data[0].name, body.total]).toEqual(['Rumble 7', 3]);
    const filter = { endDate: { lte: hoursFromNow(0) } };
    expect(await namesOf({ q: 'rumble', filter })).toEqual(['Rumble 6']);
    expect(await namesOf({ q: '   ' })).toHaveLength(6);
  });
});

describe('the filters of listCompetitions', () => {
  it('finds by city, by country and by the year of the venue', async () => {
    const order = '-startDate';
    expect(await namesOf({ filter: { 'location.cityName': { eq: 'Rotterdam' } }, order })).toEqual([
      'Rumble 8',
      'Rumble 7',
      'Rumble 6',
    ]);
    expect(await namesOf({ filter: { 'location.countryName': { ilike: 'pol%' } } })).toHaveLength(1);
    expect(await namesOf({ filter: { year: { eq: 2024 } } })).toEqual(['New Year Gala']);
    expect(await namesOf({ filter: { year: { eq: 2023 } } })).toEqual([]);
    expect(await namesOf({ filter: { NOT: { year: { gt: 2024 } } } })).toEqual(['New Year Gala']);
    expect((await get('competitions', { filter: { year: { eq: '2024' } } })).status).toBe(400);
    expect((await get('competitions', { order: 'relevance' })).status).toBe(400);
  });

  it('calls free what has blocks and none that needs an access', async () => {
    await block('Rumble 7', false);
    await block('Rumble 8', false);
    await block('Rumble 8', true);
    expect(await namesOf({ filter: { isFree: { eq: true } } })).toEqual(['Rumble 7']);
    expect(await namesOf({ filter: { isFree: { eq: false } } })).toHaveLength(5);
    expect(await namesOf({ filter: { NOT: { isFree: { ne: true } } } })).toEqual(['Rumble 7']);
  });
});

// docs/product.md, 31.7.
describe('getCompetitionFacets', () => {
  it('counts years, cities and what is free, of public events alone', async () => {
    const { status, body } = await get('competition-facets', {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 6, freeTotal: 1 });
    expect(body.cities).toEqual([
      { cityName: 'Apia', total: 1 },
      { cityName: 'Düsseldorf', total: 1 },
      { cityName: 'Łódź', total: 1 },
      { cityName: 'Rotterdam', total: 3 },
    ]);
    const years = body.years.map(({ year }: { year: number }) => year);
    expect(years).toEqual(years.toSorted((a: number, b: number) => b - a));
    expect(body.years.at(-1)).toEqual({ year: 2024, total: 1 });
  });

  it('counts what the same words and filter find', async () => {
    const past = { endDate: { lte: hoursFromNow(0) } };
    expect((await get('competition-facets', { q: 'rumble', filter: past })).body).toMatchObject({
      total: 1,
      cities: [{ cityName: 'Rotterdam', total: 1 }],
    });
    expect((await get('competition-facets', { q: 'hiding' })).body).toEqual({
      total: 0,
      freeTotal: 0,
      years: [],
      cities: [],
    });
    expect((await get('competition-facets', { filter: { status: { eq: 'draft' } } })).status).toBe(400);
  });
});
