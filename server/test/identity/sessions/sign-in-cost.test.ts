/**
 * What a sign-in and a refresh cost the database, in statements.
 *
 * @clocks apart
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Account, registerAccount, signIn } from '../../accounts.ts';
import { cookiesOf, startApi } from '../../harness.ts';

let statements: string[] = [];
// Without the keys, which each server reads once a minute, and without the limits of transactions.
const api = await startApi({}, ({ sql }) => {
  if (!/pg_notify|signing_keys|^(begin|commit)/.test(sql)) statements.push(sql);
});

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

async function costOf(act: () => Promise<{ status: number }>): Promise<number> {
  statements = [];
  expect((await act()).status).toBe(200);
  return statements.length;
}
const login = ({ email, password }: Account, cookies: Record<string, string> = {}) =>
  api.request('POST /api/v1/identity/auth/credentials/login', { body: { email, password }, cookies });

it('is 17 statements for a sign-in on a new device, 10 on a known one, and 4 for a refresh', async () => {
  const account = await registerAccount(api);
  const { cookies, answer } = await signIn(api, account);
  const { knownDevice } = cookiesOf(answer);
  expect(await costOf(() => login(account))).toBe(17);
  expect(await costOf(() => login(account, { knownDevice: String(knownDevice) }))).toBe(10);
  expect(await costOf(() => api.request('POST /api/v1/identity/auth/token/refresh', { cookies }))).toBe(4);
});
