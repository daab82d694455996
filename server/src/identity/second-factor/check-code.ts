import type { Db } from '../../db/database.ts';
import { isPasswordCorrect } from '../accounts/passwords.ts';
import {
  findAuthenticator,
  findRecoveryHash,
  spendRecoveryCode,
  spendStep,
} from '../second-factor.repository.ts';
import { readCode } from './code.rules.ts';
import type { AuthenticatorRow } from './second-factor.tables.ts';
import { stepOfCode } from './totp.ts';

/**
 * What a code beside a password proves. `not-needed`: the account has no authenticator app. `frozen`: right, of an app
 * that proves no second factor any more.
 */
export type CodeCheck = 'not-needed' | 'missing' | 'wrong' | 'frozen' | 'right';

/**
 * Checks a code of the authenticator app or a recovery code, and spends it: no code works twice, however many calls
 * come at once. Not inside of a transaction, because a recovery code costs a hash.
 */
export async function checkCode(
  db: Db,
  { userId, code, now }: { userId: string; code: string | undefined; now: Date },
): Promise<CodeCheck> {
  const authenticator = await findAuthenticator(db, userId);
  if (!authenticator?.confirmedAt) return 'not-needed';
  if (code === undefined) return 'missing';
  return spendCode(db, authenticator, code, now);
}

async function spendCode(
  db: Db,
  { userId, secret, frozenAt }: AuthenticatorRow,
  text: string,
  now: Date,
): Promise<CodeCheck> {
  const code = readCode(text);
  if (code === undefined) return 'wrong';
  if (code.kind === 'app') {
    const step = stepOfCode(secret, code.digits, now);
    const isSpent = step !== undefined && (await spendStep(db, { userId, secret, step }));
    return isSpent ? (frozenAt === null ? 'right' : 'frozen') : 'wrong';
  }
  const codeHash = await findRecoveryHash(db, userId, code.number);
  // Without a hash too, so that the time of the answer does not say which codes were used.
  const isRight = await isPasswordCorrect(codeHash, code.secret);
  const isSpent =
    isRight && codeHash !== null && (await spendRecoveryCode(db, userId, codeHash, now.toISOString()));
  return isSpent ? 'right' : 'wrong';
}
