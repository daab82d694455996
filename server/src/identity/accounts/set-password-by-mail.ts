import type { Db } from '../../db/database.ts';
import { allowFirstFactor } from '../first-factor.ts';
import type { MailTokenPurpose } from '../identity.tables.ts';
import { updateUser } from '../user.repository.ts';
import { mailTokenRefused, redeemMailToken } from './mail-tokens.ts';
import { endDeadInvitation, mayStillInvite } from './may-still-invite.ts';
import { type OnTakeOver, removeWaysIn } from './remove-ways-in.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets the password that the reader of a mail has chosen. The mail has reached its address, and its reader chooses the
 * password: that proves both. @throws problem 400 for a token that is not valid any more.
 */
export async function setPasswordByMail(
  trx: Db,
  {
    token,
    purpose,
    passwordHash,
    now,
    origin,
    onTakeOver,
  }: {
    token: string;
    purpose: MailTokenPurpose;
    passwordHash: string;
    now: Date;
    origin: string;
    onTakeOver: OnTakeOver;
  },
): Promise<void> {
  const { user, token: redeemed } = await redeemMailToken(trx, token, [purpose], now);
  if (purpose === 'invitation' && !(await mayStillInvite(trx, redeemed))) throw mailTokenRefused();
  if (purpose !== 'invitation') await endDeadInvitation(trx, user, now);
  if (user.emailVerifiedAt === null) {
    await removeWaysIn(trx, user.id, { now, onTakeOver });
    await updateUser(trx, user.id, { emailVerifiedAt: now.toISOString() });
  }
  // The administrator who invites decides who the person is.
  if (purpose === 'invitation') await allowFirstFactor(trx, user.id, now);
  await setPassword(trx, { user, passwordHash, now, origin });
}
