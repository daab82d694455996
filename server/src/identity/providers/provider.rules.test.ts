import { describe, expect, it } from 'vitest';
import { authenticatedAt, isFreshSignIn, judgeLink, signInLifetimeMs, toIdentity } from './provider.rules.ts';

const base = { iss: 'https://id.test', sub: '42', email: 'robin@ringside.test' };

describe('toIdentity', () => {
  it.each([
    [{ name: 'Robin de Vries' }, 'Robin de Vries', 'Robin', null, 'de Vries'],
    [{ given_name: 'Robin', family_name: 'de Vries' }, 'Robin de Vries', 'Robin', null, 'de Vries'],
    [{ given_name: 'R', middle_name: 'A', family_name: 'V' }, 'R A V', 'R', 'A', 'V'],
    [{ name: 'Robbie', given_name: 'Robin', family_name: 'V' }, 'Robbie', 'Robin', null, 'V'],
    [{ name: 'Pelé' }, 'Pelé', 'Pelé', null, ''],
    [{ given_name: 'Pelé' }, 'Pelé', 'Pelé', null, ''],
    [{ family_name: 'de Vries' }, 'robin de Vries', 'robin', null, 'de Vries'],
    [{ preferred_username: 'robbie' }, 'robbie', 'robbie', null, ''],
    [{}, 'robin', 'robin', null, ''],
    [{ name: ' \t ', given_name: 7, family_name: null }, 'robin', 'robin', null, ''],
    [{ name: ' Robin \u0000\n V ' }, 'Robin V', 'Robin', null, 'V'],
    [{ name: 'R \ud800' }, 'R \ufffd', 'R', null, '\ufffd'],
  ])('reads the name from %j', (claims, name, firstName, middleName, lastName) => {
    expect(toIdentity({ ...base, ...claims })).toMatchObject({ name, firstName, middleName, lastName });
  });

  it('truncates a name that is too long between two characters', () => {
    expect(toIdentity({ ...base, name: '🥊'.repeat(300) })?.name).toBe('🥊'.repeat(255));
  });

  it.each([
    [' Robin@Ringside.TEST ', 'robin@ringside.test'],
    ['Robin@München.Example', 'robin@xn--mnchen-3ya.example'],
    ['robin', null],
    // The Kelvin sign and the dotted I become ASCII letters when they are lower-cased.
    ['robin.\u212aok@ringside.test', null],
    ['robin@\u212aickboxing.test', null],
    ['\u0130an@ringside.test', null],
    ['robin@localhost', null],
    ['a@b.test, c@d.test', null],
    [`${'x'.repeat(250)}@b.test`, null],
    [['robin@ringside.test'], null],
    [undefined, null],
  ])('reads the e-mail address %j as %j', (email, expected) => {
    expect(toIdentity({ ...base, email })?.email).toBe(expected);
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['TRUE', false],
    [1, false],
    [undefined, false],
  ])('reads email_verified %j as %j', (claim, expected) => {
    expect(toIdentity({ ...base, email_verified: claim })?.emailVerified).toBe(expected);
    expect(toIdentity({ ...base, email: undefined, email_verified: claim })?.emailVerified).toBe(false);
  });

  it.each([undefined, '', 7, 'a\u0000', 'é', 'x'.repeat(256)])('refuses the subject %j', (sub) => {
    expect(toIdentity({ ...base, sub })).toBeUndefined();
  });
});

describe('the time at which a person proved who they are', () => {
  const now = new Date('2026-11-21T20:30:00.000Z');
  const seconds = now.getTime() / 1_000;
  const never = new Date(0).toISOString();

  it.each([
    [seconds - 7_200, '2026-11-21T18:30:00.000Z'],
    [seconds + 7_200, now.toISOString()],
    [undefined, never],
    ['2026-11-21', never],
    [1e300, never],
    [-1e300, never],
  ])('auth_time %j is %s, never later than now', (auth_time, expected) => {
    const { provedAt = null } = toIdentity({ ...base, auth_time }) ?? {};
    expect(authenticatedAt({ provedAt }, now).toISOString()).toBe(expected);
  });

  it.each([
    [seconds, true],
    [seconds - 60, true],
    [seconds - 61, false],
    [undefined, true],
    [null, false],
    ['now', false],
  ])('auth_time %j is fresh for a sign-in that began now: %s', (auth_time, expected) => {
    const expiresAt = new Date(now.getTime() + signInLifetimeMs).toISOString();
    expect(isFreshSignIn({ auth_time }, expiresAt)).toBe(expected);
  });
});

describe('judgeLink', () => {
  it.each([
    [true, true, false, 'link'],
    [true, true, true, 'account_linked'],
    [true, false, false, 'take-over'],
    [true, false, true, 'take-over'],
    [false, true, false, 'account_exists'],
    [false, true, true, 'account_exists'],
    [false, false, false, 'account_exists'],
    [false, false, true, 'account_exists'],
  ])(
    'verified by the provider %s and by the account %s, which has another identity there %s: %s',
    (byProvider, byAccount, hasOtherIdentity, expected) => {
      const verified = { byProvider, byAccount, hasOtherIdentity, hasPassword: false };
      expect(judgeLink({ ...verified, hasSecondFactor: false })).toBe(expected);
      // An account with a second factor takes on no identity, except from an owner who has proved nothing.
      expect(judgeLink({ ...verified, hasSecondFactor: true })).toBe(
        expected === 'link' ? 'account_exists' : expected,
      );
    },
  );

  it('keeps an account with a password for its identity, also while its address must be confirmed again', () => {
    const account = { byProvider: true, byAccount: false, hasPassword: true, hasSecondFactor: false };
    expect(judgeLink({ ...account, hasOtherIdentity: true })).toBe('account_linked');
    expect(judgeLink({ ...account, hasOtherIdentity: false })).toBe('take-over');
  });
});
