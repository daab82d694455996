/**
 * The tokens in the links of mails: each works once, for one purpose, until it expires, and only for the address that
 * received it (docs/product.md, 8.4).
 */
import type { Db } from '../../db/database.ts';
import { bodyIssue, validationProblem } from '../../http/problems.ts';
import { mailTokenLifetimeMs } from '../identity.rules.ts';
import type { MailTokenPurpose, UserRow } from '../identity.tables.ts';
import { hashSecret, newSecret } from '../one-time-secret.ts';
import { findUser, findUserByEmail, lockUser } from '../user.repository.ts';
import {
  findMailToken,
  insertMailToken,
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
    authorId = null,
    now,
  }: { userId: string | null; purpose: MailTokenPurpose; email: string; authorId?: string | null; now: Date },
): Promise<string> {
  const token = newSecret();
  await replaceMailToken(trx, {
    tokenHash: hashSecret(token),
    userId,
    purpose,
    email: userId === null ? '' : email,
    authorId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + mailTokenLifetimeMs[purpose]).toISOString(),
  });
  return token;
}

/**
 * Makes a token that confirms the address for the account that has it when it is used, also one that is made with it.
 * Other links stay valid, because a receipt replaces none. @returns the token, only for the mail.
 */
export async function issueAddressToken(
  trx: Db,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const token = newSecret();
  await insertMailToken(trx, {
    tokenHash: hashSecret(token),
    userId: null,
    purpose: 'verify-email',
    email,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + mailTokenLifetimeMs['verify-email']).toISOString(),
  });
  return token;
}

/** Spends the token of an address that has no account yet. @throws problem 400 when it does not prove the address. */
export async function redeemAddressToken(trx: Db, token: string, email: string, now: Date): Promise<void> {
  const spent = await spendMailToken(trx, hashSecret(token), ['verify-email'], now.toISOString());
  if (spent === undefined || spent.userId !== null || spent.email !== email) throw mailTokenRefused();
}

/** The purposes of the links that confirm an address. */
export const confirmations = ['verify-email', 'change-email'] as const;

/**
 * What a token confirms; it stays valid. @returns undefined when `redeemMailToken` would refuse it; without a user when its
 * address has no account yet.
 */
export async function findConfirmation(
  db: Db,
  token: string,
  now: Date,
): Promise<{ user: UserRow | undefined; token: MailTokenRow } | undefined> {
  const found = await findMailToken(db, hashSecret(token), confirmations, now.toISOString());
  if (found === undefined) return undefined;
  const user = await findUserOf(db, found);
  if (user === undefined) return { user, token: found };
  return fits(found, user) ? { user, token: found } : undefined;
}

/** The account that a token is for; that of an address is the one that has the address now. */
function findUserOf(db: Db, { userId, email }: MailTokenRow): Promise<UserRow | undefined> {
  return userId === null ? findUserByEmail(db, email) : findUser(db, userId);
}

/**
 * Makes a token to report the account. Earlier ones go on working, so that an attacker cannot invalidate the link in one
 * mail by causing another.
 * @returns the token, only for the mail.
 */
export async function issueReportToken(
  trx: Db,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<string> {
  const token = newSecret();
  await insertMailToken(trx, {
    tokenHash: hashSecret(token),
    userId,
    purpose: 'report-account',
    email,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + mailTokenLifetimeMs['report-account']).toISOString(),
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
  const userId = found && (found.userId ?? (await findUserByEmail(trx, found.email))?.id);
  if (!userId) throw mailTokenRefused();
  // The user before the token, like every change of an account: one order of locks prevents deadlocks.
  await lockUser(trx, userId);
  const spent = await spendMailToken(trx, tokenHash, purposes, instant);
  const user = await findUser(trx, userId);
  if (spent === undefined || user === undefined || !fits(spent, user)) throw mailTokenRefused();
  return { user, token: spent };
}

/** After a change of the account's address, a token proves nothing about the new one. A report is for just this case. */
function fits({ purpose, email }: MailTokenRow, user: UserRow): boolean {
  return purpose === 'change-email' || purpose === 'report-account' || email === user.email;
}

export function mailTokenRefused(location: 'body' | 'query' = 'body') {
  const detail = 'This link has expired or was used already. Ask for a new one.';
  return validationProblem([{ ...bodyIssue('/token', detail), location }]);
}
