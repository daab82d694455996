import { beforeEach, describe, expect, it } from 'vitest';
import { insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const secrets = ['client-secret-of-the-provider', 'client-id'];
const provider = {
  code: 'away',
  name: 'Away ID',
  issuer: 'http://127.0.0.1:1',
  clientId: 'client-id',
  clientSecret: 'client-secret-of-the-provider',
};
const api = await startApi({ oidcProviders: [provider] });
const keeper = await api.signInAs({ scopes: ['settings:read', 'settings:update'] });
const state = async () => (await keeper.request('GET /api/v1/settings/system')).body;
const adapter = async (kind: string) =>
  (await state()).adapters.find((candidate: { kind: string }) => candidate.kind === kind);

beforeEach(async () => {
  await api.db.deleteFrom('outboxMails').execute();
  await api.db.deleteFrom('attemptCounters').execute();
  await api.db.deleteFrom('backupNotes').execute();
});

describe('getSystemState', () => {
  it('says what runs, what is missing and what does not answer', async () => {
    const { version, adapters, links } = await state();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const found = adapters.map(({ kind, state: how }: Record<string, string>) => [kind, how]);
    expect(found).toEqual([
      ['database', 'ok'],
      ['video', 'ok'],
      ['video', 'ok'],
      ['mail', 'missing'],
      ['storage', 'ok'],
      ['payment', 'missing'],
      ['provider', 'failed'],
    ]);
    expect(adapters[0].name).toMatch(/^(PostgreSQL|PGlite, PostgreSQL) \d+/);
    expect(adapters[1].detail).toBe('It has 1 video: demo.');
    expect(adapters[2]).toMatchObject({ name: 'Live ingest', detail: expect.stringContaining('LADDER=1') });
    expect(links).toContainEqual({ title: 'API reference', href: '/docs/' });
  });

  it('never has a secret, also not in the error of a provider', async () => {
    const text = JSON.stringify(await state());
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect((await adapter('provider')).lastError.detail).toMatch(/^[\w .-]+$/);
  });

  it('says when the last backup was made', async () => {
    expect((await state()).backup).toMatchObject({ lastAt: null, state: 'missing' });
    const note = (hours: number) => ({
      madeAt: new Date(api.clock.now().getTime() - hours * 3_600_000).toISOString(),
      bytes: 1,
    });
    await api.db.insertInto('backupNotes').values(note(72)).execute();
    expect((await state()).backup).toMatchObject({
      state: 'warning',
      detail: 'The last backup is 3 days old.',
    });
    await api.db.insertInto('backupNotes').values(note(5)).execute();
    expect((await state()).backup).toMatchObject({ state: 'ok', detail: 'The last backup is 5 hours old.' });
  });

  it('is refused without the permission', async () => {
    const organiser = await api.signInAs({ scopes: ['settings:update'] });
    expect((await organiser.request('GET /api/v1/settings/system')).status).toBe(403);
  });
});

describe('sendTestMail', () => {
  it('writes to the caller alone, and is audited', async () => {
    expect((await keeper.request('POST /api/v1/settings/mail/test')).status).toBe(204);
    const mails = await api.db.selectFrom('outboxMails').selectAll().execute();
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['test', `${keeper.userId}@example.test`],
    ]);
    const entries = await api.db
      .selectFrom('auditEntries')
      .select('action')
      .where('entityId', '=', keeper.userId)
      .execute();
    expect(entries).toEqual([{ action: 'sendTestMail' }]);
  });

  it('refuses an address of somebody else', async () => {
    const answer = await keeper.request('POST /api/v1/settings/mail/test?email=other@example.test');
    expect(answer.status).toBe(400);
  });

  it('is limited', async () => {
    const userId = await insertUser(api.db);
    const other = await api.signInAs({ userId, scopes: ['settings:update'] });
    const statuses: number[] = [];
    for (let call = 0; call < 8; call++)
      statuses.push((await other.request('POST /api/v1/settings/mail/test')).status);
    expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204]);
    expect(statuses.at(-1)).toBe(429);
  });
});
