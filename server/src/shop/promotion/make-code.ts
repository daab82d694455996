import { createHash } from 'node:crypto';

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const madeLength = 12;

/** 60 random bits of the caller's key, so that a repeated call makes the same code. */
export function makeCode(key: string): string {
  const bytes = createHash('sha256').update(`promotion code ${key}`).digest().subarray(0, madeLength);
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}
