import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSegmentCheck, createSegmentSigner, segmentName } from './segment-path.ts';

const key = createSecretKey(Buffer.alloc(32, 'one key'));
const segment = { videoId: 'demo', rung: '720p', name: '5' };
const nowMs = Date.UTC(2026, 10, 20, 19);
const expiresAt = new Date(nowMs + 120_000);
const exp = String(expiresAt.getTime() / 1000);

const address = createSegmentSigner(key)(segment, expiresAt);
const sig = address.split('/')[3] ?? '';
const isSigned = createSegmentCheck(key);

describe('createSegmentSigner', () => {
  it('names the segment and no viewer, so that all viewers share one address', () => {
    expect(address).toBe(`/media/segments/${sig}/${exp}/demo/720p/5.m4s`);
    expect(sig).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(createSegmentSigner(key)(segment, expiresAt)).toBe(address);
  });
});

describe('createSegmentCheck', () => {
  it('accepts the segment until the second of its expiry', () => {
    expect(isSigned(sig, exp, segment, expiresAt.getTime() - 1)).toBe(true);
    expect(isSigned(sig, exp, segment, expiresAt.getTime())).toBe(false);
  });

  it.each([
    ['another segment', { ...segment, name: '6' }],
    ['a part of it', { ...segment, name: '5-0' }],
    ['another rung', { ...segment, rung: '360p' }],
    ['another video', { ...segment, videoId: 'demo2' }],
    ['elements with the same text', { ...segment, videoId: 'demo/720p', rung: '5' }],
  ])('refuses it for %s', (_, other) => {
    expect(isSigned(sig, exp, segment, nowMs)).toBe(true);
    expect(isSigned(sig, exp, other, nowMs)).toBe(false);
  });

  it('refuses a later expiry, and the signature of another key', () => {
    expect(isSigned(sig, String(Number(exp) + 60), segment, nowMs)).toBe(false);
    const stranger = createSegmentCheck(createSecretKey(Buffer.alloc(32, 'another key')));
    expect(stranger(sig, exp, segment, nowMs)).toBe(false);
  });
});

describe('segmentName', () => {
  it('reads one spelling of each number', () => {
    const names = ['0', '17', '3-17', '3-17-0'];
    expect(names.map((name) => segmentName(`${name}.m4s`))).toEqual(names);
    for (const file of [
      '00.m4s',
      '-1.m4s',
      '1-.m4s',
      '1-02.m4s',
      '1-2-3-4.m4s',
      '1e1.m4s',
      '1.ts',
      '1.m4s.m4s',
      'init.mp4',
      '9999999999999999.m4s',
    ])
      expect(segmentName(file), file).toBeUndefined();
  });
});
