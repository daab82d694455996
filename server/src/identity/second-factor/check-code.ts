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

/** What a code beside a password proves. `not-needed`: the account has no authenticator app. */
export type CodeCheck = 'not-needed' | 'missing' | 'wrong' | 'right';

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
  return (await spendCode(db, authenticator, code, now)) ? 'right' : 'wrong';
}

async function spendCode(
  db: Db,
  { userId, secret }: AuthenticatorRow,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = readCode(text);
  if (code === undefined) return false;
  if (code.kind === 'app') {
    const step = stepOfCode(secret, code.digits, now);
    return step !== undefined && spendStep(db, { userId, secret, step });
  }
  const codeHash = await findRecoveryHash(db, userId, code.number);
  // Without a hash too, so that the time of the answer does not say which codes were used.
  const isRight = await isPasswordCorrect(codeHash, code.secret);
  return isRight && codeHash !== null && spendRecoveryCode(db, userId, codeHash, now.toISOString());
}
