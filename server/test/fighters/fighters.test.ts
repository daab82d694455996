import { afterEach, describe, expect, it } from 'vitest';
import { insertFighter } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });
afterEach(() => api.db.deleteFrom('fighters').execute());

const create = (body: object) => organiser.request('POST /api/v1/fighters', { body });
const read = async (id: string) => (await organiser.request(`GET /api/v1/fighters/${id}`)).body;
const found = async (query: string) => {
  const { status, body } = await organiser.request(`GET /api/v1/fighters?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};

describe('createFighter', () => {
  it.each([
    ['Noor Haddad', 'noor-haddad'],
    ["Sinéad O'Brien-Łukasik", 'sinead-obrien-lukasik'],
    ['Ødegård  Weiß', 'odegard-weiss'],
    ['武尊', 'fighter'],
    ['J.J. – “The Wall” Çelik', 'jj-the-wall-celik'],
  ])('makes the slug of %s', async (name, slug) => {
    const { status, body } = await create({ name });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject({ name, slug, record: null, bouts: 0 });
  });

  it('gives each of sixty fighters of one name, created at once, a slug of their own', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create({ name: 'Jan de Vries' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const slugs = await api.db.selectFrom('fighters').select('slug').execute();
    const expected = [
      'jan-de-vries',
      ...Array.from({ length: 59 }, (_, index) => `jan-de-vries-${index + 2}`),
    ];
    expect(slugs.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted());
  });

  it.each(['\u200B', '\u2060\u200D\uFEFF', '\u3164', '\u2800', '\u00AD'])(
    'refuses the name %j, which nobody can see',
    async (name) => {
      const { status, body } = await organiser.request('POST /api/v1/fighters', { body: { name } });
      expect([status, body.issues]).toEqual([
        400,
        [{ detail: 'Must have a character that can be seen.', pointer: '/name', location: 'body' }],
      ]);
    },
  );

  it('refuses a slug that is taken, a picture that does not exist and a record that cannot be', async () => {
    await create({ name: 'Noor', slug: 'noor' });
    expect(await create({ name: 'Other', slug: 'noor' })).toMatchObject({
      status: 409,
      body: { issues: [{ pointer: '/slug' }] },
    });
    const pictureId = '0199a3c4-0000-7000-8000-00000000dead';
    expect(await create({ name: 'Noor', pictureId })).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/pictureId' }] },
    });
    const record = { wins: 3, losses: 0, draws: 0, knockouts: 4, countedUntil: '2999-01-01' };
    const { status, body } = await create({
      name: 'Noor',
      record,
      birthDate: '2999-01-01',
      countryCode: 'XX',
    });
    expect(status).toBe(400);
    expect(body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/countryCode']);
    const later = await create({ name: 'Noor', record, birthDate: '2999-01-01' });
    expect(later.body.issues.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/record/knockouts',
      '/record/countedUntil',
      '/birthDate',
    ]);
  });

  it('keeps days as days, and completes a record', async () => {
    const record = { wins: 21, losses: 3, draws: 1 };
    const { body } = await create({ name: 'Noor', birthDate: '1999-03-14', record });
    expect(await read(body.id)).toMatchObject({
      birthDate: '1999-03-14',
      record: { ...record, noContests: 0, knockouts: 0, countedUntil: null },
    });
  });
});

describe('listFighters', () => {
  it('finds by words of name, nickname and gym, whatever the accents, and takes wildcards literally', async () => {
    await create({ name: 'Ilse Brandão', nickname: 'The Harbour', gym: 'Doca Fight Team' });
    await create({ name: 'Jens Okafor', gym: '100% Gym' });
    expect(await found('q=brandao')).toEqual(['Ilse Brandão']);
    expect(await found('q=harb%20DOCA')).toEqual(['Ilse Brandão']);
    expect(await found('q=100%25')).toEqual(['Jens Okafor']);
    expect(await found('q=%25')).toEqual(['Jens Okafor']);
    expect(await found('q=brandao%20okafor')).toEqual([]);
  });

  it('filters and orders', async () => {
    await create({ name: 'Ada', countryCode: 'NL' });
    await create({ name: 'Bo', countryCode: 'DE' });
    await create({ name: 'Cas', countryCode: 'NL' });
    const filter = encodeURIComponent(JSON.stringify({ countryCode: { eq: 'NL' } }));
    expect(await found(`order=-name&filter=${filter}`)).toEqual(['Cas', 'Ada']);
  });
});

describe('exportFighters', () => {
  it('has what the list finds, by name, and no cell is a formula', async () => {
    const record = { wins: 21, losses: 3, draws: 1 };
    const { body } = await create({
      name: 'Noor',
      gym: '=1+1',
      birthDate: '1999-03-14',
      countryCode: 'NL',
      record,
    });
    await create({ name: 'Ada', gym: '=1+1' });
    await create({ name: 'Else', gym: 'Other' });
    const { status, headers, body: csv } = await organiser.request('GET /api/v1/fighters/export?q=1%2B1');
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="fighters.csv"']);
    const [header, ada, noor, ...others] = String(csv).split('\r\n');
    expect(header).toBe(
      '\uFEFFid,slug,name,nickname,country,born,heightCm,reachCm,stance,gym,wins,losses,draws,noContests,knockouts,countedUntil,bouts',
    );
    expect(ada).toMatch(/,ada,Ada,,,,,,,'=1\+1,,,,,,,0$/);
    expect(noor).toBe(`${body.id},noor,Noor,,NL,1999-03-14,,,,'=1+1,21,3,1,0,0,,0`);
    expect(others).toEqual(['']);
  });

  it('has each of more fighters than fit into one page once', async () => {
    const values = Array.from({ length: 1_200 }, (_, index) => ({ name: 'Jan', slug: `jan-${index}` }));
    await api.db.insertInto('fighters').values(values).execute();
    const { body } = await organiser.request('GET /api/v1/fighters/export');
    const ids = String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, 36));
    expect([ids.length, new Set(ids).size]).toEqual([1_200, 1_200]);
  });
});

describe('updateFighter', () => {
  it('changes what is sent for the version that was read', async () => {
    const id = await insertFighter(api.db, { name: 'Noor', gym: 'Old', record: null });
    const { headers } = await organiser.request(`GET /api/v1/fighters/${id}`);
    const change = (body: object) =>
      organiser.request(`PATCH /api/v1/fighters/${id}`, { body, headers: { 'if-match': `${headers.etag}` } });
    expect((await change({ gym: 'New', record: { wins: 1, losses: 0, draws: 0 } })).status).toBe(204);
    expect(await read(id)).toMatchObject({ name: 'Noor', gym: 'New', record: { wins: 1, knockouts: 0 } });
    expect((await change({ gym: 'Newer' })).status).toBe(412);
    expect(
      await api.db.selectFrom('auditEntries').select(['action', 'entityType', 'before']).execute(),
    ).toContainEqual({
      action: 'updateFighter',
      entityType: 'fighter',
      before: { gym: 'Old', record: null },
    });
  });
});
