import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the secret `12345678901234567890`, and the last six of the eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors: Array<[seconds: number, code: string]> = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const at = (seconds: number) => new Date(seconds * 1_000);

describe('stepOfCode', () => {
  it.each(vectors)('knows the code of RFC 6238 at %i', (seconds, code) => {
    expect(stepOfCode(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('accepts a code one step early or late, and no more', () => {
    const [seconds, code] = [1_234_567_890, '005924'];
    const accepted = [-31, -30, -1, 0, 29, 30, 59, 60].map(
      (late) => stepOfCode(secret, code, at(seconds + late)) !== undefined,
    );
    expect(accepted).toEqual([false, true, true, true, true, true, true, false]);
  });

  it('knows the instant to the millisecond', () => {
    expect(stepOfCode(secret, '005924', new Date(1_234_567_949_999))).toBe(41_152_263);
    expect(stepOfCode(secret, '005924', new Date(1_234_567_950_000))).toBeUndefined();
  });
});

it('a secret has 160 bits, and no two are alike', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(100);
});

it('the address names the site and the account, and carries the secret', () => {
  const uri = new URL(totpUri(secret, 'sam+ring&side=1@ringside.test'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Ringside:sam+ring&side=1@ringside.test',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Ringside' });
});
