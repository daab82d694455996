/** An authenticator app, written from RFC 4226 and RFC 6238, so that it shares no code with the server. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { makeRecoveryCodes } from '../../../src/identity/second-factor/recovery-codes.ts';
import { newTotpSecret } from '../../../src/identity/second-factor/totp.ts';
import { type Account, bearer, registerAccount } from '../../accounts.ts';
import type { Answer, TestApi } from '../../harness.ts';

export const profile = '/api/v1/identity/profile';
export const stepMs = 30_000;

/** @param secret base32. @returns the six digits that the app shows. */
export function codeAt(secret: string, instant: Date, steps = 0): string {
  const bits = [...secret].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char));
  const binary = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((binary.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(instant.getTime() / stepMs) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Six digits that are wrong in every step of the window. */
export function wrongCode(secret: string, instant: Date): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, instant, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  ) as string;
}

export interface ProtectedAccount extends Account {
  accessToken: string;
  secret: string;
  recoveryCodes: string[];
}

/** Ten hashes are slow on purpose, so the accounts of a test file share them. */
let recovery: ReturnType<typeof makeRecoveryCodes> | undefined;

/** Registers an account that has an authenticator app, as if it was set up long ago, and one signed-in device. */
export async function registerWithAuthenticator(api: TestApi): Promise<ProtectedAccount> {
  const account = await registerAccount(api);
  const secret = await insertAuthenticator(api, account.id);
  const { accessToken } = await api.signInAs({ userId: account.id });
  recovery ??= makeRecoveryCodes();
  const { codes, hashed } = await recovery;
  const rows = hashed.map((code) => ({ ...code, userId: account.id, usedAt: null }));
  await api.db.insertInto('recoveryCodes').values(rows).execute();
  return { ...account, accessToken, secret, recoveryCodes: codes };
}

/** @returns the secret. */
export async function insertAuthenticator({ db, clock }: TestApi, userId: string): Promise<string> {
  const secret = newTotpSecret();
  const instant = clock.now().toISOString();
  await db
    .insertInto('authenticators')
    .values({ userId, secret, createdAt: instant, confirmedAt: instant })
    .execute();
  return secret;
}

/** Sets an app up through the API, and waits until its first code has passed. */
export async function setUpAuthenticator(
  api: TestApi,
  accessToken: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const headers = bearer(accessToken);
  const { secret } = (await api.request(`POST ${profile}/authenticator`, { headers })).body;
  const body = { code: codeAt(secret, api.clock.now()) };
  const confirmed = await api.request(`POST ${profile}/authenticator/confirm`, { headers, body });
  expect(confirmed.status).toBe(200);
  api.clock.advance(2 * stepMs);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

export const secondFactorOf = async (api: TestApi, accessToken: string) =>
  (await api.request(`GET ${profile}/second-factor`, { headers: bearer(accessToken) })).body;

/** The status and the kind of problem. */
export const outcome = ({ status, body }: Answer): string =>
  [status, String(body?.type ?? '').replace('/problems/', '')].join(' ').trim();
