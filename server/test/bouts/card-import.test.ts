import { beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update'] });
const reader = await api.signInAs({ scopes: ['event:read'] });

let eventId: string;
let prelims: string;
let noor: string;
beforeEach(async () => {
  for (const table of ['auditEntries', 'events', 'fighters'] as const)
    await api.db.deleteFrom(table).execute();
  eventId = await insertEvent(api.db);
  prelims = await insertBlock(api.db, {
    eventId,
    name: 'Prelims',
    slug: 'prelims',
    startDate: hoursFromNow(1),
  });
  await insertBlock(api.db, { eventId, name: 'Main card', slug: 'main', startDate: hoursFromNow(3) });
  noor = await insertFighter(api.db, { name: 'Noor Haddad', slug: 'noor', countryCode: 'NL' });
});

type Row = Record<string, string>;
const send = (rows: Row[], dryRun = false) =>
  organiser.request(`POST /api/v1/events/${eventId}/bouts/import?dryRun=${dryRun}`, { body: { rows } });
const cardOf = async () => {
  const { body } = await organiser.request(`GET /api/v1/events/${eventId}/bouts`);
  return body.data.map(({ red, blue }: { red: Corner; blue: Corner }) =>
    [red, blue].map(({ fighter }) => fighter?.name ?? null),
  );
};
interface Corner {
  fighter: { name: string } | null;
}
const fighters = () =>
  api.db.selectFrom('fighters').select(['name', 'countryCode']).orderBy('name').execute();

describe('importBouts', () => {
  it('says in a dry run how rows are understood, and stores nothing', async () => {
    const { status, body } = await send(
      [
        {
          block: 'PRELIMS',
          red: 'noor  häddad',
          blue: 'TBA',
          weight: 'Lightweight, 70 kg',
          rounds: '5x2:30',
          title: 'T',
        },
      ],
      true,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      dryRun: true,
      imported: 1,
      rows: [
        {
          result: 'ok',
          block: 'Prelims',
          red: { state: 'known', name: 'Noor Haddad', countryCode: 'NL', fighterId: noor, candidates: [] },
          blue: { state: 'open', name: null, countryCode: null, fighterId: null, candidates: [] },
          weightClass: 'Lightweight',
          weightLimitKg: 70,
          isCatchweight: false,
          rounds: 5,
          roundSeconds: 150,
          title: 'T',
          issues: [],
        },
      ],
    });
    expect(await cardOf()).toEqual([]);
  });

  it('stores the rows in the order of their numbers, after those of a block, and makes each new fighter once', async () => {
    await insertBout(api.db, { blockId: prelims });
    const { status, body } = await send([
      { order: '2', block: 'prelims', red: 'Ilse Brandão', blue: 'Mara Lindqvist', country: 'PT / Sweden' },
      { order: '1', block: 'Prelims', red: 'Noor Haddad', blue: 'ILSE BRANDAO', country: '/PT' },
      { block: 'main card', red: '?', blue: 'Mara Lindqvist', country: '/ SE' },
    ]);
    expect([status, body.imported]).toEqual([200, 3]);
    expect(await cardOf()).toEqual([
      [null, null],
      ['Noor Haddad', 'ILSE BRANDAO'],
      ['ILSE BRANDAO', 'Mara Lindqvist'],
      [null, 'Mara Lindqvist'],
    ]);
    expect(await fighters()).toEqual([
      { name: 'ILSE BRANDAO', countryCode: 'PT' },
      { name: 'Mara Lindqvist', countryCode: 'SE' },
      { name: 'Noor Haddad', countryCode: 'NL' },
    ]);
    const entries = await api.db.selectFrom('auditEntries').select(['action', 'entityType']).execute();
    expect(entries.map(({ action, entityType }) => `${action} ${entityType}`).toSorted()).toEqual([
      ...Array(3).fill('importBouts bout'),
      ...Array(2).fill('importBouts fighter'),
    ]);
  });

  it('makes one person of a name with a country in one row and without in another', async () => {
    const rows: Row[] = [
      { block: 'Main card', red: 'Zed Foo', blue: 'Yan Bar', country: 'NL/DE' },
      { block: 'Main card', red: 'zed foo', blue: 'Other One' },
    ];
    expect((await send(rows)).status).toBe(200);
    expect((await fighters()).filter(({ name }) => /zed/i.test(name))).toEqual([
      { name: 'Zed Foo', countryCode: 'NL' },
    ]);
  });

  it('takes as many rows as it says, with all their columns', async () => {
    const rows = Array.from({ length: 80 }, (_, index) => ({
      order: String(index),
      block: index % 2 ? 'Main card' : 'Prelims',
      red: `Red ${index}`,
      blue: `Blue ${index}`,
      weight: '70 kg',
      rounds: '3 x 3',
      title: 'Belt',
      country: 'NL/DE',
      redChoice: 'new',
      blueChoice: 'new',
    }));
    const { status, body } = await send(rows, true);
    expect([status, body.issues]).toEqual([200, undefined]);
  });

  it('asks who is meant where a name is not clear, and takes the choice', async () => {
    const one = await insertFighter(api.db, { name: 'Jan de Vries', slug: 'jan', countryCode: 'NL' });
    const other = await insertFighter(api.db, { name: 'Jan de Vries', slug: 'jan-2', countryCode: 'BE' });
    const row = { block: 'Main card', red: 'Jan de Vries', blue: 'Noor Hadad' };
    const { body } = await send([row], true);
    expect(body).toMatchObject({ imported: 0, rows: [{ result: 'unsure' }] });
    const [{ red, blue }] = body.rows;
    expect(red).toMatchObject({ state: 'unsure', fighterId: null });
    expect(red.candidates.map(({ id }: { id: string }) => id).toSorted()).toEqual([one, other].toSorted());
    expect(blue).toMatchObject({ state: 'unsure', candidates: [{ id: noor }] });

    const refused = await send([row]);
    expect([refused.status, refused.body.issues.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      ['/rows/0/red', '/rows/0/blue'],
    ]);
    expect((await send([{ ...row, redChoice: other.toUpperCase(), blueChoice: 'new' }])).status).toBe(200);
    expect(await cardOf()).toEqual([['Jan de Vries', 'Noor Hadad']]);
    // The country decides between two of one name, and against one of another country.
    const byCountry = await send([{ block: 'Prelims', red: 'Jan de Vries', country: 'BE' }], true);
    expect(byCountry.body.rows[0].red).toMatchObject({ state: 'known', fighterId: other });
    const another = await send([{ block: 'Prelims', red: 'Noor Haddad', country: 'FR' }], true);
    expect(another.body.rows[0].red).toMatchObject({ state: 'unsure', countryCode: 'FR' });
  });

  it('offers nobody whose name was taken away', async () => {
    const { id } = await api.db
      .selectFrom('fighters')
      .select('id')
      .where('slug', '=', 'noor')
      .executeTakeFirstOrThrow();
    const gone = { name: 'Anonymous fighter', slug: `anonymous-${id}` };
    await api.db.updateTable('fighters').set(gone).where('id', '=', id).execute();
    for (const red of ['Anonymous fighter', 'Anonymous fightr']) {
      const { body } = await send([{ block: 'prelims', red }], true);
      expect(body.rows[0].red).toMatchObject({ state: 'new', candidates: [] });
    }
  });

  it('refuses a name that nobody can see', async () => {
    for (const red of ['\u200B', '\u2060\u200D', '\u3164', '\u2800\uFE0F']) {
      const { status, body } = await send([{ block: 'prelims', red }]);
      expect([status, body.issues[0].pointer]).toEqual([400, '/rows/0/red']);
    }
    expect(await cardOf()).toEqual([]);
  });

  it('names every fault by row and column, and stores none of the rows', async () => {
    const rows: Row[] = [
      { block: 'Prelims', red: 'Noor Haddad' },
      {
        block: 'Undercard',
        red: 'Noor Haddad',
        weight: '154 lbs',
        rounds: 'many',
        country: 'Atlantis',
        order: 'a',
      },
      { red: 'A B', blue: 'a b', redChoice: 'new', blueChoice: 'new', block: 'Prelims' },
      { red: 'C D', redChoice: '0199a3c4-0000-7000-8000-00000000dead', block: 'Prelims' },
    ];
    const { status, body } = await send(rows);
    expect(status).toBe(400);
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      ...['country', 'order', 'block', 'weight', 'rounds'].map((column) => `/rows/1/${column}`),
      '/rows/2/blue',
      '/rows/3/red',
    ]);
    expect((await send(rows, true)).body.rows.map(({ result }: { result: string }) => result)).toEqual([
      'ok',
      'refused',
      'refused',
      'refused',
    ]);
    expect(await cardOf()).toEqual([]);
    expect(await fighters()).toHaveLength(1);
  });

  it('adds nothing when it is sent again, not even sixty times at once', async () => {
    const rows = [
      { block: 'Prelims', red: 'Noor Haddad', blue: 'Ada Eins' },
      { block: 'Prelims', red: 'Bo Zwei', blue: 'Cas Drei' },
    ];
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(rows)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(59).fill(400)]);
    expect(await cardOf()).toHaveLength(2);
    expect(await fighters()).toHaveLength(4);
    const { body } = await send([rows[0] as Row, rows[0] as Row], true);
    expect(body.rows[0].issues).toEqual([{ column: 'red', detail: 'This bout is on the card already.' }]);
    const twice = await send(
      [
        { block: 'Prelims', red: 'X Y', blue: 'Z Z' },
        { block: 'Prelims', red: 'Z Z', blue: 'X Y' },
      ],
      true,
    );
    expect(twice.body.rows[1].issues).toEqual([{ column: 'red', detail: 'This bout is in the rows twice.' }]);
  });

  it('fills no block with more than 60 bouts', async () => {
    const rows = Array.from({ length: 61 }, (_, index) => ({
      block: 'Prelims',
      red: `Red ${index}`,
      redChoice: 'new',
    }));
    const { status, body } = await send(rows);
    expect([status, body.issues]).toEqual([
      400,
      [{ pointer: '/rows/60/block', location: 'body', detail: 'A block has at most 60 bouts.' }],
    ]);
  });

  it('takes wildcards and quotes as they are, and needs the permission', async () => {
    const { body } = await send([{ block: 'Prelims', red: "%_'; drop table bouts; --", blue: '\\' }], true);
    expect(body.rows[0]).toMatchObject({ result: 'ok', red: { state: 'new' }, blue: { state: 'new' } });
    const forbidden = await reader.request(`POST /api/v1/events/${eventId}/bouts/import`, {
      body: { rows: [{}] },
    });
    expect(forbidden.status).toBe(403);
    expect((await send([])).status).toBe(400);
    expect((await send([{ red: 'x'.repeat(256) }])).status).toBe(400);
  });
});
