/**
 * What is handed out and comes back later: refresh tokens, the tokens in mails, states and codes of sign-ins. Only the
 * hash of one is ever kept; 256 random bits need no salt.
 */
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret that will come back. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** RFC 7636, S256. */
export function codeChallengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}
