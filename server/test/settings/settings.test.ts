import { beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';

const api = await startApi();
const keeper = await api.signInAs({ scopes: ['settings:read', 'settings:update'] });
const path = '/api/v1/settings';
const change = (body: object, headers: Record<string, string> = {}) =>
  keeper.request(`PATCH ${path}`, { body, headers });
const read = () => keeper.request(`GET ${path}`);
const site = (headers: Record<string, string> = {}) => api.request('GET /api/v1/site', { headers });

beforeEach(async () => {
  await api.db
    .updateTable('settings')
    .set({
      siteName: 'Ringside',
      supportEmail: null,
      refundPolicy: null,
      imprintUrl: null,
      privacyUrl: null,
      defaultTimezone: 'Europe/Amsterdam',
      version: 1,
    })
    .execute();
  await api.db.deleteFrom('auditEntries').execute();
});

describe('the settings', () => {
  it('are changed field by field, and every visitor sees them', async () => {
    const imprintUrl = 'https://ringside.test/@us/imprint?lang=en#top';
    expect(
      (await change({ siteName: ' Ring & Side ', supportEmail: 'HELP@ringside.test', imprintUrl })).status,
    ).toBe(204);
    const wanted = {
      siteName: 'Ring & Side',
      supportEmail: 'help@ringside.test',
      refundPolicy: null,
      imprintUrl,
      privacyUrl: null,
      defaultTimezone: 'Europe/Amsterdam',
    };
    expect((await read()).body).toEqual({ ...wanted, confirmsResults: null });
    expect((await site()).body).toEqual({ ...wanted, refundPolicyHtml: null });
    await change({ imprintUrl: null, refundPolicy: 'Money **back**.' });
    expect((await site()).body).toEqual({
      ...wanted,
      imprintUrl: null,
      refundPolicy: 'Money **back**.',
      refundPolicyHtml: '<p>Money <strong>back</strong>.</p>\n',
    });
  });

  it('have a version: the second of two who change them hears of it', async () => {
    const { headers } = await read();
    const first = await change({ siteName: 'First' }, { 'if-match': String(headers.etag) });
    expect([first.status, first.headers.etag]).toEqual([204, '"2"']);
    expect((await change({ siteName: 'Second' }, { 'if-match': String(headers.etag) })).status).toBe(412);
    expect((await read()).body.siteName).toBe('First');
  });

  it('are changed by sixty at once, one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => change({ siteName: `Site ${index}` }, { 'if-match': '"1"' })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(59);
  });

  it('leave an entry in the audit log, with the differences', async () => {
    await change({ supportEmail: 'help@ringside.test' });
    const entries = await api.db.selectFrom('auditEntries').selectAll().execute();
    expect(entries).toMatchObject([
      {
        action: 'updateSettings',
        entityType: 'settings',
        entityId: 'settings',
        actorId: keeper.userId,
        before: { supportEmail: null },
        after: { supportEmail: 'help@ringside.test' },
      },
    ]);
    await change({});
    expect(await api.db.selectFrom('auditEntries').select('id').execute()).toHaveLength(1);
  });

  it.each([
    ['a script as a link', { imprintUrl: 'javascript:alert(1)' }, '/imprintUrl'],
    ['a link without encryption', { privacyUrl: 'http://ringside.test' }, '/privacyUrl'],
    ['a link with a user name', { privacyUrl: 'https://ringside.test@evil.test' }, '/privacyUrl'],
    ['a link with a backslash', { privacyUrl: 'https://ringside.test\\@evil.test' }, '/privacyUrl'],
    ['a link without a host', { privacyUrl: 'https:///imprint' }, '/privacyUrl'],
    ['a link with a blank', { privacyUrl: 'https://ringside.test/a b' }, '/privacyUrl'],
    ['20 KB of an address', { supportEmail: `${'x'.repeat(20_000)}@example.test` }, '/supportEmail'],
    ['two addresses', { supportEmail: 'a@example.test, b@example.test' }, '/supportEmail'],
    ['no name', { siteName: ' ' }, '/siteName'],
    ['a name of 61 characters', { siteName: 'x'.repeat(61) }, '/siteName'],
    ['null as the name', { siteName: null }, '/siteName'],
    ['a name of two lines', { siteName: 'Ringside\r\nBcc: x@ringside.test' }, '/siteName'],
    ['a name that is read backwards', { siteName: '\u202Eedisgnir' }, '/siteName'],
    ['an unknown zone', { defaultTimezone: 'Europe/Rotterdam' }, '/defaultTimezone'],
    ['a policy that freezes pages', { refundPolicy: '*'.repeat(3_001) }, '/refundPolicy'],
    ['an unknown field', { version: 7 }, '/version'],
  ])('refuse %s', async (_name, body, pointer) => {
    const answer = await change(body);
    expect([answer.status, answer.body.issues[0].pointer]).toEqual([400, pointer]);
  });

  it('are read and changed only with their permissions', async () => {
    const others = await api.signInAs({ scopes: ['settings:read', 'event:update'] });
    expect((await others.request(`GET ${path}`)).status).toBe(200);
    expect((await others.request(`PATCH ${path}`, { body: { siteName: 'X' } })).status).toBe(403);
    const organiser = await api.signInAs({ scopes: ['event:read', 'identity.user:access_update'] });
    expect((await organiser.request(`GET ${path}`)).status).toBe(403);
  });
});

describe('getSite', () => {
  it('may be kept by caches for a minute, and answers 304 while nothing has changed', async () => {
    const { headers } = await site();
    expect([headers.etag, headers['cache-control']]).toEqual(['"1"', 'public, max-age=60']);
    for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
      const again = await site({ 'if-none-match': tag });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', '"1"']);
    }
    await change({ siteName: 'New' });
    const changed = await site({ 'if-none-match': '"1"' });
    expect([changed.status, changed.body.siteName, changed.headers.etag]).toEqual([200, 'New', '"2"']);
  });
});
