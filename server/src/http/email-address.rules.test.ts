import { describe, expect, it } from 'vitest';
import { toStoredEmail } from './email-address.rules.ts';

describe('toStoredEmail', () => {
  it.each([
    ['Robin@Ringside.TEST', 'robin@ringside.test'],
    ['robin@München.Example', 'robin@xn--mnchen-3ya.example'],
    ['robin@XN--ZRI-HOA.ch', 'robin@xn--zri-hoa.ch'],
    ['robin@例え.jp', 'robin@xn--r8jz45g.jp'],
    ['robin@例え。jp', 'robin@xn--r8jz45g.jp'],
    // Refused afterwards.
    ['robin\u212a@ringside.test', 'robin\u212a@ringside.test'],
    ['\u0130an@ringside.test', '\u0130an@ringside.test'],
    ['robin@\u212aickboxing.test', 'robin@\u212aickboxing.test'],
    ['robin@ｇala.ü', 'robin@ｇala.ü'],
    ['robin@a b.ü', 'robin@a b.ü'],
    ['Robin', 'robin'],
    ['', ''],
  ])('%j is %j', (text, stored) => {
    expect(toStoredEmail(text)).toBe(stored);
  });
});
