/**
 * Codes of authenticator apps (TOTP, RFC 6238), with the figures that every app knows: SHA-1, 6 digits, 30 seconds.
 * `otplib` is kept up and returns the time step; `otpauth` and `@oslojs/otp` do not. Its own check of used steps is
 * not used, because it throws when the clock was set back.
 */
import { generateSecret, generateURI, verifySync } from 'otplib';

/** The name in the app, above the e-mail address. */
const issuer = 'Ringside';
/** A code of the step before or after the current one is accepted too: clocks differ, and people type slowly. */
const toleranceSeconds = 30;

/** @returns 160 random bits in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** @returns the text of the QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer, label: email, secret });
}

/**
 * @param digits six digits.
 * @returns the time step that the code belongs to, or undefined if it is wrong. The caller refuses steps that were
 * used: the library's own check throws when the clock was set back.
 */
export function stepOfCode(secret: string, digits: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: digits, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
