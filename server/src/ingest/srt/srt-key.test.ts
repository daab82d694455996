import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { opensKeyMaterial, passphraseOf } from './srt-key.ts';

/** As a caller builds it: a header, the salt, and its keys, wrapped. */
function materialOf(passphrase: string, keyBytes: 16 | 24 | 32, keys: 1 | 2): Buffer {
  const [header, salt] = [Buffer.alloc(16), randomBytes(16)];
  header[15] = keyBytes / 4;
  const wrapping = pbkdf2Sync(passphrase, salt.subarray(8), 2048, keyBytes, 'sha1');
  const cipher = createCipheriv(`id-aes${8 * keyBytes}-wrap`, wrapping, Buffer.alloc(8, 0xa6));
  return Buffer.concat([header, salt, cipher.update(randomBytes(keys * keyBytes)), cipher.final()]);
}

describe('the key material of a caller', () => {
  it.each([
    [16, 1],
    [24, 2],
    [32, 1],
  ] as const)('of %i bytes opens with its passphrase alone (28.41)', async (keyBytes, keys) => {
    const material = materialOf('the-right-passphrase', keyBytes, keys);
    expect(await opensKeyMaterial(material, 'the-right-passphrase')).toBe(true);
    expect(await opensKeyMaterial(material, 'the-wrong-passphrase')).toBe(false);
  });

  it('is refused when it is cut, too long or claims another size', async () => {
    const material = materialOf('the-right-passphrase', 16, 1);
    const claimed = Buffer.from(material);
    claimed[15] = 255;
    const absurd = [
      Buffer.alloc(0),
      ...Array.from({ length: material.length }, (_, end) => material.subarray(0, end)),
      Buffer.concat([material, Buffer.alloc(8)]),
      claimed,
    ];
    for (const bytes of absurd) expect(await opensKeyMaterial(bytes, 'the-right-passphrase')).toBe(false);
  });
});

it('makes a passphrase that needs the secret and follows the key', () => {
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const passphrase = passphraseOf(secret, 'hash');
  expect(passphrase).toMatch(/^[\w-]{32}$/);
  expect(passphraseOf(secret, 'hash')).toBe(passphrase);
  expect(passphraseOf(other, 'hash')).not.toBe(passphrase);
  expect(passphraseOf(secret, 'another hash')).not.toBe(passphrase);
});
