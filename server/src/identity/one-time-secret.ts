/**
 * Secrets that are issued once and sent back later: refresh tokens, the tokens in mails, states and codes of sign-ins
 * (docs/product.md, 8.4). Only their hashes are stored; 256 random bits need no salt.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** 256 random bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret that follows another one. Only who has both that one and the seed knows it: the seed may be stored. */
export function successorOf(secret: string, seed: string): string {
  return createHmac('sha256', seed).update(secret).digest('base64url');
}

/** The stored form of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** RFC 7636, S256. */
export function codeChallengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}
