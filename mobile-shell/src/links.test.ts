import { describe, expect, test } from 'vitest';
import { readLink, signInUrl } from './links.ts';

const site = 'https://ringside.example';
const pathOf = (text: string) => {
  const link = readLink(text, site);
  return link?.kind === 'page' ? link.path : link?.kind;
};

describe('readLink', () => {
  test.each([
    ['https://ringside.example/', '/'],
    ['https://ringside.example/competitions/rotterdam-rumble-7', '/competitions/rotterdam-rumble-7'],
    ['https://ringside.example/competitions/r-7/live?stream=1#top', '/competitions/r-7/live?stream=1#top'],
    ['https://RINGSIDE.example:443/competitions/r-7', '/competitions/r-7'],
    ['ringside://app/competitions/r-7/main-card', '/competitions/r-7/main-card'],
    ['ringside://app/fighters/noor-haddad', '/fighters/noor-haddad'],
    ['ringside://app/checkout?checkoutId=1', '/checkout?checkoutId=1'],
  ])('opens %s', (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  test.each([
    // Another site, and what looks like this one.
    'https://ringside.example.evil/competitions/r-7',
    'https://ringside.example@evil.example/competitions/r-7',
    'https://ringside.example:8443/competitions/r-7',
    'http://ringside.example/competitions/r-7',
    'ringside://evil/competitions/r-7',
    'ringside-evil://app/competitions/r-7',
    'javascript:alert(1)//app/competitions/r-7',
    'ringside://app//evil.example/competitions/r-7',
    'ringside://app/\\evil.example/competitions/r-7',
    // Pages that do something.
    'https://ringside.example/auth/logout',
    'ringside://app/auth/logout',
    'ringside://app/competitions/../auth/logout',
    'ringside://app/competitions/%2e%2e/auth/logout',
    'ringside://app/competitions/..\\auth\\logout',
    'https://ringside.example/admin',
    'https://ringside.example/account/security',
    'https://ringside.example/api/v1/identity/auth/credentials/logout',
    'not a link',
    '',
    `https://ringside.example/competitions/${'a'.repeat(20_000)}`,
  ])('ignores %s', (text) => {
    expect(readLink(text, site)).toBeUndefined();
  });

  test('reads the way back from a provider, by either kind of link', () => {
    for (const address of [signInUrl, `${site}/app/sign-in`]) {
      const link = readLink(`${address}?code=c&state=s`, site);
      expect(link?.kind === 'sign-in' && Object.fromEntries(link.answer)).toEqual({ code: 'c', state: 's' });
    }
    expect(readLink('https://evil.example/app/sign-in?code=c&state=s', site)).toBeUndefined();
  });
});
