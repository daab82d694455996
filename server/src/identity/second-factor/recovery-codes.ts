/**
 * A code is `<number>-XXXX-XXXX-XXXX-XXXX`: 80 bits, stored as argon2id, because SHA-256 is too fast for them (ASVS
 * 5, 6.5.2). The number picks the row, so each try costs one hash, and a used number costs the same. Ten new codes
 * take half a second.
 */
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../accounts/passwords.ts';
import type { NewRecoveryCode } from '../second-factor.repository.ts';
import { recoveryCodeCount, recoveryCodeText, toRecoverySecret } from './code.rules.ts';

/**
 * Makes ten codes. They are hashed one after the other, so that a call takes one place in the queue of the passwords.
 * Not inside of a transaction. @returns the codes for the owner, and what is stored of them.
 */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; hashed: NewRecoveryCode[] }> {
  const [codes, hashed]: [string[], NewRecoveryCode[]] = [[], []];
  for (let number = 1; number <= recoveryCodeCount; number++) {
    const secret = toRecoverySecret(randomBytes(16));
    codes.push(recoveryCodeText(number, secret));
    hashed.push({ number, codeHash: await hashPassword(secret) });
  }
  return { codes, hashed };
}
