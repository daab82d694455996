/** A lost second factor goes after 72 hours and two mails (9.21), if nobody stops it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeLostFactors } from '../../../src/identity/second-factor/removal-worker.ts';
import { isSignedIn, signIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { mailsTo, tokenMailedTo } from '../../mailbox.ts';
import {
  codeAt,
  outcome,
  type ProtectedAccount,
  registerWithAuthenticator,
  secondFactorOf,
} from './authenticator-app.ts';

const api = await startApi();
const hour = 3_600_000;
const credentials = '/api/v1/identity/auth/credentials';

let account: ProtectedAccount;
beforeEach(async () => {
  api.clock.stop();
  account = await registerWithAuthenticator(api);
});
afterEach(() => api.clock.reset());

const ask = (password = account.password) =>
  api.request(`POST ${credentials}/lost-second-factor`, { body: { email: account.email, password } });
const work = () =>
  removeLostFactors({
    db: api.db,
    now: api.clock.now,
    log: { info() {}, warn() {} } as never,
    wakeOutbox() {},
  });
const kinds = async () =>
  (await mailsTo(api, account.email)).map(({ kind }) => kind).filter((kind) => kind.includes('factor'));
const hasApp = async () =>
  (await api.db.selectFrom('authenticators').selectAll().where('userId', '=', account.id).execute())
    .length === 1;

describe('requestSecondFactorRemoval', () => {
  it('needs the password, and a second factor; permissions need another administrator', async () => {
    expect(outcome(await ask('Wrong-password-1!'))).toBe('401 invalid-credentials');
    await api.db
      .insertInto('userPermissions')
      .values({ userId: account.id, permissionCode: 'event:read' })
      .execute();
    expect(outcome(await ask())).toBe('409 conflict');
    await api.db.deleteFrom('userPermissions').execute();
    await api.db.deleteFrom('authenticators').where('userId', '=', account.id).execute();
    expect(outcome(await ask())).toBe('409 conflict');
    expect(await kinds()).toEqual([]);
  });

  it('mails at once and after two days, and removes everything after the third', async () => {
    const { body } = await ask();
    expect(Date.parse(body.dueAt) - api.clock.now().getTime()).toBe(72 * hour);
    expect((await ask()).body).toEqual(body);
    const { removalAt } = await secondFactorOf(api, account.accessToken);
    expect(Date.parse(removalAt)).toBe(Date.parse(body.dueAt));
    api.clock.advance(47 * hour);
    await work();
    expect(await kinds()).toEqual(['factor-removal-requested']);
    api.clock.advance(hour);
    await work();
    await work();
    expect(await kinds()).toEqual(['factor-removal-requested', 'factor-removal-due']);
    api.clock.advance(24 * hour - 1_000);
    await work();
    expect(await hasApp()).toBe(true);
    api.clock.advance(1_000);
    await work();
    expect(await hasApp()).toBe(false);
    expect(await isSignedIn(api, account.accessToken)).toBe(false);
    expect((await kinds()).at(-1)).toBe('second-factor-removed-by-wait');
    expect((await signIn(api, account)).answer.status).toBe(200);
  });

  it('leaves a day after the second mail, also after the server was away', async () => {
    await ask();
    api.clock.advance(100 * hour);
    await work();
    await work();
    expect(await hasApp()).toBe(true);
    api.clock.advance(24 * hour);
    await work();
    expect(await hasApp()).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a sign-in with a code',
      () =>
        api.request(`POST ${credentials}/login`, {
          body: {
            email: account.email,
            password: account.password,
            code: codeAt(account.secret, api.clock.now()),
          },
        }),
    ],
    [
      'a recovery code',
      () =>
        api.request(`POST ${credentials}/login`, {
          body: { email: account.email, password: account.password, code: account.recoveryCodes[2] },
        }),
    ],
    [
      'the link in its mail',
      async () => {
        const token = await tokenMailedTo(api, account.email, 'factor-removal-requested');
        return api.request(`POST ${credentials}/report`, { body: { token } });
      },
    ],
    [
      'a permission that was given since',
      () =>
        api.db
          .insertInto('userPermissions')
          .values({ userId: account.id, permissionCode: 'event:read' })
          .execute(),
    ],
  ])('is stopped by %s', async (_name, stop) => {
    await api.db
      .updateTable('authenticators')
      .set({ createdAt: '2026-01-01T00:00:00Z', confirmedAt: '2026-01-01T00:00:00Z' })
      .execute();
    await ask();
    api.clock.advance(hour);
    await stop();
    for (const hours of [48, 24, 24]) {
      api.clock.advance(hours * hour);
      await work();
    }
    expect(await hasApp()).toBe(true);
    expect(await kinds()).not.toContain('factor-removal-due');
  });
});
