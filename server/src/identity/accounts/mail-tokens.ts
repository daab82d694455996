/**
 * The tokens in the links of mails: each works once, for one purpose, until it expires, and only for the address that
 * received it (docs/product.md, 8.4).
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
 * Makes a token; older ones of the same purpose stop working. The user must be locked.
 * @param userId null: does the same work without an account, so that the time of an answer does not reveal whether
 * one exists.
 * @returns the token, only for the mail.
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

/** Spends a token and locks its user. @throws problem 400 with the same words for every reason. */
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
  // The user before the token, like every change of an account: one order of locks prevents deadlocks.
  await lockUser(trx, found.userId);
  const spent = await spendMailToken(trx, tokenHash, purposes, instant);
  const user = await findUser(trx, found.userId);
  if (spent === undefined || user === undefined) throw mailTokenRefused();
  // The account's address has changed; the token proves nothing about the new one.
  if (spent.purpose !== 'change-email' && spent.email !== user.email) throw mailTokenRefused();
  return { user, token: spent };
}

export function mailTokenRefused() {
  return validationProblem([
    bodyIssue('/token', 'This link has expired or was used already. Ask for a new one.'),
  ]);
}
