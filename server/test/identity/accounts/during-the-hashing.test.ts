/** Hashing takes long enough for the owner to act meanwhile: a session that ended during it must not change anything. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hashPassword } from '../../../src/identity/accounts/passwords.ts';
import { bearer, registerAccount, signIn } from '../../accounts.ts';
import { type Answer, startApi } from '../../harness.ts';
import { insertAuthenticator, outcome, profile, secondFactorOf } from '../second-factor/authenticator-app.ts';

const api = await startApi();

/** Lets the call wait for its turn to hash, behind others, and acts meanwhile. */
async function actDuring(call: () => Promise<Answer>, act: () => Promise<void>): Promise<Answer> {
  const others = Array.from({ length: 20 }, () => hashPassword('Round-nine-9!'));
  const answer = call();
  await wait(60);
  await act();
  await Promise.all(others);
  return answer;
}

async function stolenSession() {
  const account = await registerAccount(api);
  const { accessToken } = await signIn(api, account);
  const endSessions = async () => {
    await api.db.deleteFrom('loginSessions').where('userId', '=', account.id).execute();
  };
  return { account, headers: bearer(accessToken), accessToken, endSessions };
}

it('a new password is refused, and the old one stays', async () => {
  const { account, headers, endSessions } = await stolenSession();
  const body = { currentPassword: account.password, password: 'Round-eight-8!' };
  const change = () => api.request(`PATCH ${profile}/password`, { headers, body });
  expect(outcome(await actDuring(change, endSessions))).toBe('401 unauthorized');
  expect((await signIn(api, account)).answer.status).toBe(200);
});

it('new recovery codes are refused, and nothing is stored', async () => {
  const { account, headers, endSessions, accessToken } = await stolenSession();
  await insertAuthenticator(api, account.id);
  await api.db
    .updateTable('loginSessions')
    .set({ secondFactor: true, secondFactorAt: api.clock.now().toISOString() })
    .where('userId', '=', account.id)
    .execute();
  expect(await secondFactorOf(api, accessToken)).toMatchObject({ recoveryCodesLeft: 0 });
  const replace = () => api.request(`POST ${profile}/recovery-codes`, { headers });
  expect(outcome(await actDuring(replace, endSessions))).toBe('401 unauthorized');
  const stored = await api.db.selectFrom('recoveryCodes').where('userId', '=', account.id).execute();
  expect(stored).toEqual([]);
});
