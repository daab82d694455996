import { describe, expect, it } from 'vitest';
import { decideRule, findMends, type Situation, type WatchRule } from './explanation.rules.ts';

const now = new Date('2026-11-21T20:30:00Z');
const window = (startDate: string, endDate: string | null) => ({ id: startDate, startDate, endDate });
const open = window('2026-11-20T00:00:00Z', null);
const over = window('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
const next = window('2026-11-30T00:00:00Z', null);
const usual: Situation<typeof open> = {
  hasAccount: true,
  isVisible: true,
  paymentRequired: true,
  permissions: [],
  mayReadPermissions: true,
  now,
  liveStreams: [{ status: 'active' }],
  accesses: [],
  waiting: [],
};
const inactive = [{ status: 'inactive' as const }];

describe('the rule that decides', () => {
  it.each<[WatchRule, boolean, Partial<Situation<typeof open>>]>([
    ['free-block', true, { paymentRequired: false }],
    ['access-open', true, { accesses: [open, over] }],
    ['access-open', true, { accesses: [open], permissions: ['event:read'] }],
    ['permission', true, { permissions: ['event:read'] }],
    ['may-watch', true, { permissions: ['event:read'], mayReadPermissions: false }],
    ['account-unknown', false, { hasAccount: false, paymentRequired: false }],
    ['event-draft', false, { isVisible: false, accesses: [open] }],
    ['event-draft', false, { isVisible: false, permissions: ['event:read'] }],
    ['access-required', false, {}],
    ['access-required', false, { liveStreams: [] }],
    ['access-waiting', false, { waiting: [open] }],
    ['access-waiting', false, { waiting: [open], accesses: [over] }],
    ['access-required', false, { waiting: [next] }],
    ['access-not-started', false, { accesses: [next, over] }],
    ['access-ended', false, { accesses: [over] }],
    ['stream-missing', false, { accesses: [open], liveStreams: [] }],
    ['stream-inactive', false, { accesses: [open], liveStreams: inactive }],
    ['stream-inactive', false, { paymentRequired: false, liveStreams: inactive }],
  ])('is %s (may watch: %s) for %j', (rule, canWatch, change) => {
    expect(decideRule({ ...usual, ...change })).toMatchObject({ rule, canWatch });
  });

  it('names the access that counts', () => {
    expect(decideRule({ ...usual, accesses: [over, next] }).window).toBe(next);
    expect(decideRule(usual).window).toBeNull();
  });
});

describe('the mends', () => {
  const everything = ['event:create', 'event:update', 'identity.user:access_update', 'identity.user:create'];
  const facts = {
    eventId: 'event',
    accessId: undefined,
    liveDevices: [],
    inactiveStreams: [],
    user: { id: 'user', emailVerified: true, invitedAt: null },
  };
  const codes = (rule: WatchRule, change: object = {}, permissions = everything) =>
    findMends({ ...facts, ...change, rule }, permissions).map(({ code }) => code);

  it.each<[WatchRule, object, string[]]>([
    ['access-open', {}, []],
    ['access-required', {}, ['grant-access']],
    ['access-ended', { accessId: 'access' }, ['extend-access', 'grant-access']],
    ['account-unknown', { user: undefined }, ['invite-user']],
    ['event-draft', {}, ['publish-event']],
    ['stream-inactive', { inactiveStreams: [{ id: 'stream', name: 'Ring' }] }, ['activate-stream']],
    [
      'access-waiting',
      { user: { id: 'user', emailVerified: false, invitedAt: null } },
      ['grant-access', 'resend-verification', 'confirm-address'],
    ],
    [
      'access-waiting',
      { user: { id: 'user', emailVerified: false, invitedAt: '2026-11-20T00:00:00Z' } },
      ['grant-access', 'resend-invitation', 'confirm-address'],
    ],
    ['access-open', { liveDevices: [{ id: 'lease', deviceName: 'TV' }] }, ['end-playback-session']],
  ])('of %s %j are %j', (rule, change, expected) => {
    expect(codes(rule, change)).toEqual(expected);
  });

  it('are only those that the caller may do', () => {
    expect(codes('access-not-started', { accessId: 'access' }, ['event:update'])).toEqual(['extend-access']);
    expect(codes('access-ended', { accessId: 'access' }, ['event:update'])).toEqual([]);
    expect(codes('access-ended', { accessId: 'access' }, [])).toEqual([]);
  });
});
