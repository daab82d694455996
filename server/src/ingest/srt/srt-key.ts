/**
 * The passphrase of a stream. It is derived from the hash of the stream key and a secret of the servers, so that each of them knows
 * it, a new key makes a new one, and no table has it. Callers prove it in their handshake: the key of the stream's
 * encryption is wrapped with it, and a wrapped key has a checksum (RFC 3394).
 */
import { createDecipheriv, createHmac, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/** Of the 10 to 79 characters that SRT allows; base64url needs no escape in addresses and scripts. */
const passphraseLength = 32;
const derive = promisify(pbkdf2);
const [rounds, saltAt, wrappedAt] = [2048, 16, 32];
const ciphers: Record<number, string> = { 16: 'id-aes128-wrap', 24: 'id-aes192-wrap', 32: 'id-aes256-wrap' };
const wrapStart = Buffer.alloc(8, 0xa6);

export function passphraseOf(secret: Buffer, keyHash: string): string {
  return createHmac('sha256', secret).update(`srt:${keyHash}`).digest('base64url').slice(0, passphraseLength);
}

/** @param material the key material of a handshake (draft-sharabayko-srt-01, 3.2.2). */
export async function opensKeyMaterial(material: Buffer, passphrase: string): Promise<boolean> {
  if (material.length < wrappedAt) return false;
  const keyBytes = 4 * (material[15] ?? 0);
  const cipher = ciphers[keyBytes];
  const wrapped = material.subarray(wrappedAt);
  // One key or two, and the checksum.
  if (cipher === undefined || ![8 + keyBytes, 8 + 2 * keyBytes].includes(wrapped.length)) return false;
  const salt = material.subarray(saltAt + 8, wrappedAt);
  const wrapping = await derive(passphrase, salt, rounds, keyBytes, 'sha1');
  try {
    const decipher = createDecipheriv(cipher, wrapping, wrapStart);
    Buffer.concat([decipher.update(wrapped), decipher.final()]);
    return true;
  } catch {
    return false;
  }
}
