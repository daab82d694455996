/**
 * The tokens in the links of mails: good once, for one purpose, until they expire, and for the address alone that they
 * were sent to.
 */
import type { Db } from '../../db/database.ts';
import { bodyIssue, validationProblem } from '../../http/problems.ts';
import { mailTokenLifetimeMs } from '../identity.rules.ts';
import type { MailTokenPurpose, UserRow } from '../identity.tables.ts';
import { hashSecret, newSecret } from '../one-time-secret.ts';
import { findUser, lockUser } from '../user.repository.ts';
import {
  findMailToken,
  type MailTokenRow,
  replaceMailToken,
  spendMailToken,
} from './mail-token.repository.ts';

/**
 * Makes a token; the older ones of its purpose stop working. The user must be locked.
 * @param userId null does the same work for nobody: how long an answer takes must not tell whether an account exists.
 * @returns the token, for the mail alone.
 */
export async function issueMailToken(
  trx: Db,
  {
    userId,
    purpose,
    email,
    now,
  }: { userId: string | null; purpose: MailTokenPurpose; email: string; now: Date },
): Promise<string> {
  const token = newSecret();
  await replaceMailToken(trx, {
    tokenHash: hashSecret(token),
    userId,
    purpose,
    email: userId === null ? '' : email,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + mailTokenLifetimeMs[purpose]).toISOString(),
  });
  return token;
}

/** Uses a token up and locks its user. @throws problem 400 for any reason in the same words. */
export async function redeemMailToken(
  trx: Db,
  token: string,
  purposes: readonly MailTokenPurpose[],
  now: Date,
): Promise<{ user: UserRow; token: MailTokenRow }> {
  const tokenHash = hashSecret(token);
  const instant = now.toISOString();
  const found = await findMailToken(trx, tokenHash, purposes, instant);
  if (!found?.userId) throw mailTokenRefused();
  // Before the token, as everybody does who changes an account: in one order there is no deadlock.
  await lockUser(trx, found.userId);
  const spent = await spendMailToken(trx, tokenHash, purposes, instant);
  const user = await findUser(trx, found.userId);
  if (spent === undefined || user === undefined) throw mailTokenRefused();
  // The account has another address by now, and that one has proved nothing.
  if (spent.purpose !== 'change-email' && spent.email !== user.email) throw mailTokenRefused();
  return { user, token: spent };
}

export function mailTokenRefused() {
  return validationProblem([
    bodyIssue('/token', 'This link has expired or was used already. Ask for a new one.'),
  ]);
}
