import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTokenCheck, type MediaToken, signPath } from './signed-path.ts';

const key = createSecretKey(Buffer.alloc(32, 'one key'));
const leaseId = '5f0d6c1e-8a43-4a0e-9d0b-0f5c3b1d2a10';
const streamId = '9b1c7f5e-2d4a-4c3b-8e6f-7a8b9c0d1e2f';
const nowMs = Date.UTC(2026, 10, 20, 19);
const expiresAt = new Date(nowMs + 120_000);

function tokenOf(path: string): MediaToken {
  const [, , , sig = '', exp = '', lease = '', stream = '', videoId = ''] = path.split('/');
  return { sig, exp, leaseId: lease, streamId: stream, videoId };
}

const path = signPath(key, { leaseId, streamId, videoId: 'demo', expiresAt });
const token = tokenOf(path);

describe('signPath', () => {
  it('puts signature, expiry, lease, stream and video into the path', () => {
    expect(path).toBe(`/media/hls/${token.sig}/${expiresAt.getTime() / 1000}/${leaseId}/${streamId}/demo`);
    expect(token.sig).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it.each(['..', 'a/b', 'a%2fb', '', 'x'.repeat(65)])('does not sign the identifier %j', (videoId) => {
    expect(() => signPath(key, { leaseId, streamId, videoId, expiresAt })).toThrow('identifier');
  });
});

describe('createTokenCheck', () => {
  const isTokenValid = createTokenCheck(key);

  it('accepts a signed token until the second of its expiry', () => {
    expect(isTokenValid(token, nowMs)).toBe(true);
    expect(isTokenValid(token, expiresAt.getTime() - 1)).toBe(true);
    expect(isTokenValid(token, expiresAt.getTime())).toBe(false);
  });

  it('refuses a token with one changed character in any part', () => {
    for (const part of ['sig', 'exp', 'leaseId', 'streamId', 'videoId'] as const) {
      const text = token[part];
      for (let index = 0; index < text.length; index += 1) {
        const other = text[index] === '7' ? '8' : '7';
        const tampered = { ...token, [part]: text.slice(0, index) + other + text.slice(index + 1) };
        expect(isTokenValid(tampered, nowMs), `${part} at ${index}`).toBe(false);
      }
    }
  });

  it('refuses another encoding of the same signature bytes', () => {
    const bytes = Buffer.from(token.sig, 'base64url');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twins = [...alphabet]
      .map((last) => token.sig.slice(0, -1) + last)
      .filter((sig) => sig !== token.sig && Buffer.from(sig, 'base64url').equals(bytes));
    expect(twins).toHaveLength(3);
    for (const sig of [...twins, `${token.sig}=`, '', token.sig.slice(1), `${token.sig}A`]) {
      expect(isTokenValid({ ...token, sig }, nowMs)).toBe(false);
    }
  });

  it('refuses the token of another key, and characters moved between elements', () => {
    expect(createTokenCheck(createSecretKey(Buffer.alloc(32, 'another key')))(token, nowMs)).toBe(false);
    const moved = { ...token, leaseId: `${leaseId}/${streamId}`, streamId: 'demo', videoId: '' };
    expect(isTokenValid(moved, nowMs)).toBe(false);
  });
});
