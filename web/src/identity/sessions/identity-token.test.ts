import { describe, expect, it } from 'vitest';
import { identityToken } from '../../test/session-cookies.ts';
import { decodeIdentityToken } from './identity-token.ts';

describe('decodeIdentityToken', () => {
  it('reads name, e-mail and permissions', () => {
    const token = identityToken({
      name: 'Zoë Łuczak',
      email: 'zoe@ringside.test',
      permissions: ['event:read'],
    });
    expect(decodeIdentityToken(token)).toEqual({
      userId: '',
      name: 'Zoë Łuczak',
      email: 'zoe@ringside.test',
      permissions: ['event:read'],
    });
  });

  it('falls back to the e-mail address as the name and to no permissions', () => {
    expect(decodeIdentityToken(identityToken({ email: 'zoe@ringside.test' }))).toEqual({
      userId: '',
      name: 'zoe@ringside.test',
      email: 'zoe@ringside.test',
      permissions: [],
    });
  });

  it.each(['', 'one', 'one.two', 'one.two.three.four', 'one.!!!.three', 'one.bnVsbA.three'])(
    'rejects "%s"',
    (token) => {
      expect(() => decodeIdentityToken(token)).toThrow('Invalid JWT token');
    },
  );
});
