/**
 * What people type as a code: six digits of the app, or a recovery code `<number>-XXXX-XXXX-XXXX-XXXX` (80 bits in
 * Crockford's base32, which has no I, L, O and U).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const secretLength = 16;

export const recoveryCodeCount = 10;

export type TypedCode =
  | { kind: 'app'; digits: string }
  /** The number names the stored hash, so that one hash is enough to check it. */
  | { kind: 'recovery'; number: number; secret: string };

/**
 * Ignores case, spaces and dashes, and reads letters as the digits that they look like.
 * @returns undefined for a text that is no code.
 */
export function readCode(text: string): TypedCode | undefined {
  const plain = text
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  if (/^\d{6}$/.test(plain)) return { kind: 'app', digits: plain };
  const [, number = '', secret = ''] = recoveryPattern.exec(plain) ?? [];
  return number === '' ? undefined : { kind: 'recovery', number: Number(number), secret };
}

const recoveryPattern = new RegExp(`^(10|[1-9])([${alphabet}]{${secretLength}})$`);

/** @param random at least 16 random bytes; five bits of each are used. */
export function toRecoverySecret(random: Uint8Array): string {
  return Array.from(random.subarray(0, secretLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

export function recoveryCodeText(number: number, secret: string): string {
  return [number, ...(secret.match(/.{4}/g) ?? [])].join('-');
}
