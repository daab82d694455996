/**
 * @engine both
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertBout, insertEvent, insertFighter, nowhere } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const ask = (query: string) => api.request(`GET /api/v1/kickboxing/search?${query}`);

interface Hit {
  name: string;
}
interface FoundBout {
  red: Hit | null;
  blue: Hit | null;
  competition: Hit;
}

/** The names in each group. */
async function find(q: string, more = '') {
  const { status, body } = await ask(`q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return {
    fighters: body.fighters.map(({ name }: Hit) => name),
    bouts: body.bouts.map(
      ({ red, blue, competition }: FoundBout) => `${red?.name} v ${blue?.name}, ${competition.name}`,
    ),
    nights: body.competitions.map(({ name }: Hit) => name),
  };
}

const fighters = new Map<string, string>();
async function fighter(name: string, more = {}) {
  const known = fighters.get(name);
  if (known) return known;
  const id = await insertFighter(api.db, { name, ...more });
  fighters.set(name, id);
  return id;
}

async function night(name: string, hours: number, bouts: [string, string][], status = 'public' as const) {
  const dates = { startDate: hoursFromNow(hours), endDate: hoursFromNow(hours + 4) };
  const location = { ...nowhere, cityName: 'Rotterdam' };
  const eventId = await insertEvent(api.db, { name, status, location, ...dates });
  const blockId = await insertBlock(api.db, { eventId, ...dates });
  for (const [red, blue] of bouts)
    await insertBout(api.db, {
      blockId,
      redFighterId: await fighter(red),
      blueFighterId: blue === '' ? null : await fighter(blue),
    });
}

beforeAll(async () => {
  await fighter('Noor Haddad', { nickname: 'The Compass', gym: 'Kadeweg' });
  await fighter('Ilse Brandão');
  await fighter('Nobody Haddad');
  await night('Rumble 6', -900, [
    ['Noor Haddad', 'Ilse Brandão'],
    ['Jan de Vries', 'Noor Haddad'],
  ]);
  await night('Rumble 8', 500, [['Noor Haddad', '']]);
  await night('Rumble 7', -1, [
    ['Samir Mohaddad', 'Jan de Vries'],
    ['Jens Okafor', 'Noor Haddad'],
  ]);
  await night('Secret', 10, [['Hidden Haddad', 'Jan de Vries']], 'draft' as never);
  await night('By link', 20, [['Linked Haddad', 'Jan de Vries']], 'hidden' as never);
});

// docs/product.md, 31.4.
describe('searchKickboxing', () => {
  it('groups fighters, bouts and nights', async () => {
    expect(await find('haddad')).toEqual({
      // The one whose name begins with the word stands first.
      fighters: ['Noor Haddad', 'Samir Mohaddad'],
      // What is on, what comes, and what is over; of one night, the main event first.
      bouts: [
        'Jens Okafor v Noor Haddad, Rumble 7',
        'Samir Mohaddad v Jan de Vries, Rumble 7',
        'Noor Haddad v undefined, Rumble 8',
        'Jan de Vries v Noor Haddad, Rumble 6',
        'Noor Haddad v Ilse Brandão, Rumble 6',
      ],
      nights: [],
    });
    expect(await find('rumble', '&limit=2')).toEqual({
      fighters: [],
      bouts: [],
      nights: ['Rumble 7', 'Rumble 8'],
    });
  });

  it('finds fighters, and no fight, by a letter that all have', async () => {
    const { fighters, bouts } = await find('a');
    expect([fighters.length > 0, bouts]).toEqual([true, []]);
  });

  it('finds nicknames, gyms, and names without their marks', async () => {
    expect((await find('compass')).fighters).toEqual(['Noor Haddad']);
    expect((await find('KADEWEG noor')).fighters).toEqual(['Noor Haddad']);
    expect((await find('brandao')).fighters).toEqual(['Ilse Brandão']);
  });

  it('finds a bout by words of both corners, in any order', async () => {
    expect(await find('vries haddad')).toMatchObject({
      fighters: [],
      bouts: ['Samir Mohaddad v Jan de Vries, Rumble 7', 'Jan de Vries v Noor Haddad, Rumble 6'],
    });
    expect((await find('okafor brandao')).bouts).toEqual([]);
  });

  it.each([
    ['hadad', 'fighters', 'Noor Haddad'],
    ['haddat', 'fighters', 'Noor Haddad'],
    ['brandoa ilse', 'fighters', 'Ilse Brandão'],
    ['compas', 'fighters', 'Noor Haddad'],
    ['okaffor hadad', 'bouts', 'Jens Okafor v Noor Haddad, Rumble 7'],
    ['roterdam', 'nights', 'Rumble 7'],
  ] as const)('forgives %j', async (q, group, first) => {
    expect((await find(q))[group][0]).toBe(first);
  });

  it('has the closest first of those that are spelled alike', async () => {
    const names = ['Al Hada', 'Bo Hadar', 'Cas Haddady', 'Dov Hadid', 'Ed Hadam', 'Flo Hadan', 'Gus Haddar'];
    await night(
      'Alike',
      50,
      names.map((name) => [name, '']),
    );
    expect((await find('noor hadad')).fighters).toEqual(['Noor Haddad']);
    const found = await find('haddaad', '&limit=2');
    expect(found.fighters).toContain('Noor Haddad');
  });

  it('says nothing of drafts, of hidden events, and of fighters who are on no card', async () => {
    for (const q of ['hidden', 'linked', 'nobody', 'secret', 'by link'])
      expect(await find(q)).toEqual({ fighters: [], bouts: [], nights: [] });
    expect(JSON.stringify((await ask('q=haddad&limit=24')).body)).not.toMatch(
      /Secret|By link|Hidden|Linked|Nobody/,
    );
  });

  it('finds who is misspelled, whatever many of the same sound are on no card', async () => {
    for (const number of Array.from({ length: 15 }, (_, index) => index))
      await insertFighter(api.db, { name: `Hadadda ${number}` });
    expect((await find('hadadd')).fighters).toContain('Noor Haddad');
    await api.db.deleteFrom('fighters').where('name', 'like', 'Hadadda %').execute();
  });

  it('without words suggests a fighter, a fight and a night that are on or come next', async () => {
    const expected = {
      fighters: ['Jens Okafor'],
      bouts: ['Jens Okafor v Noor Haddad, Rumble 7'],
      nights: ['Rumble 7'],
    };
    expect(await find('')).toEqual(expected);
    expect(await find('   ')).toEqual(expected);
  });

  it.each([
    "'; drop table fighters; --",
    '%',
    '_',
    '\\',
    '🥊',
    '((((',
    'a'.repeat(255),
    'word '.repeat(51),
    '[a-z]',
  ])('survives %j, and takes it literally', async (q) => {
    expect(await find(q)).toEqual({ fighters: [], bouts: [], nights: [] });
  });

  it('refuses what is too long, too much or no text', async () => {
    for (const query of [
      `q=${'a'.repeat(256)}`,
      'q=%00',
      'q=a&q=b',
      'q=a&limit=0',
      'q=a&limit=25',
      'limit=x',
    ])
      expect((await ask(query)).status).toBe(400);
  });
});
