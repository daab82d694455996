import { describe, expect, it } from 'vitest';
import {
  accessTokenLifetimeMs,
  displayName,
  judgeRefusedToken,
  mailTokenLifetimeMs,
  refreshTokenLifetimeMs,
} from './identity.rules.ts';

const now = new Date('2026-11-21T20:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
const hour = 3_600_000;

describe('lifetimes', () => {
  it('are 10 minutes, 30 days with remember and 12 hours without', () => {
    expect(accessTokenLifetimeMs).toBe(hour / 6);
    expect(refreshTokenLifetimeMs(true)).toBe(30 * 24 * hour);
    expect(refreshTokenLifetimeMs(false)).toBe(12 * hour);
  });

  it('are 30 minutes for a link to a new password, 48 hours for one that confirms an address, 7 days for a report and an invitation', () => {
    expect(mailTokenLifetimeMs).toEqual({
      'reset-password': hour / 2,
      'verify-email': 48 * hour,
      'change-email': 48 * hour,
      'report-account': 7 * 24 * hour,
      invitation: 7 * 24 * hour,
    });
  });
});

describe('judgeRefusedToken', () => {
  it.each([
    ['never used: expired, or its session is over', null, 'ignore'],
    ['used just now', ago(0), 'ignore'],
    ['used 10 seconds ago', ago(10), 'ignore'],
    ['used more than 10 seconds ago', ago(10.001), 'revoke-session'],
    ['used by a server whose clock is ahead', ago(-3), 'ignore'],
  ])('decides about a refused token that was %s', (_name, usedAt, expected) => {
    expect(judgeRefusedToken(usedAt, now)).toBe(expected);
  });
});

describe('displayName', () => {
  const parts = { firstName: 'Robin', lastName: 'Vries' };
  it.each([
    [{ ...parts, name: 'Rob the Rock' }, 'Rob the Rock'],
    [{ ...parts }, 'Robin Vries'],
    [{ ...parts, middleName: 'de' }, 'Robin de Vries'],
    [{ ...parts, middleName: '', name: null }, 'Robin Vries'],
    [{ ...parts, middleName: 'm'.repeat(255) }, 'Robin Vries'],
    [{ firstName: 'Robin', middleName: 'de', lastName: 'l'.repeat(250) }, 'Robin'],
    [{ firstName: '🥊'.repeat(250), lastName: 'Wood' }, `${'🥊'.repeat(250)} Wood`],
  ])('of %j is %s', (names, expected) => {
    expect(displayName(names)).toBe(expected);
  });
});
