import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { problem } from '../../http/problems.ts';
import { isPasswordCorrect } from '../accounts/passwords.ts';
import { findUser, lockPassword } from '../user.repository.ts';
import type { CodeCheck } from './check-code.ts';
import { recordProof, refusedProof } from './record-proof.ts';

export const wrongCodeWords = 'This code is wrong, has expired, or was used already.';

type CheckCode = (
  db: Db,
  proof: { userId: string; code: string | undefined; now: Date },
) => Promise<CodeCheck>;

/**
 * A step-up with the password, and with a code if the account has an authenticator app: there the password alone proves
 * nothing. @throws problem 400 at the field that is wrong.
 */
export async function proveByPassword(
  db: Db,
  { userId, sessionId }: Pick<SignedInUser, 'userId' | 'sessionId'>,
  { password, code }: { password: string; code: string | undefined },
  { checkCode, now }: { checkCode: CheckCode; now: Date },
): Promise<void> {
  const user = await findUser(db, userId);
  if (user === undefined) throw problem('unauthorized');
  if (!(await isPasswordCorrect(user.passwordHash, password))) throw passwordRefused();
  // Only after the password: somebody who guesses passwords must not spend the owner's codes.
  const check = await checkCode(db, { userId, code, now });
  // A missing code counts as a failure too: the refusal says that the password is right.
  if (check === 'missing') throw refusedProof('/code', 'Enter the code of your authenticator app.');
  if (check === 'wrong') throw refusedProof('/code', wrongCodeWords);
  await db.transaction().execute(async (trx) => {
    // The password may have changed while it was checked.
    if (!(await lockPassword(trx, user))) throw passwordRefused();
    await recordProof(trx, sessionId, { secondFactor: check === 'right', now });
  });
}

function passwordRefused() {
  return refusedProof('/password', 'This is not the password of your account.');
}
