import { describe, expect, it } from 'vitest';
import { isDatabaseAway, NoConnectionError, unusableReason } from './database-away.ts';

const noConnection = (code: string | undefined, message: string) => new NoConnectionError({ code, message });

describe('the database', () => {
  it.each([
    ['refuses connections', noConnection('ECONNREFUSED', ''), true, 'ECONNREFUSED'],
    ['has a name that nobody knows', noConnection('EAI_AGAIN', 'getaddrinfo'), true, 'EAI_AGAIN'],
    ['does not answer', noConnection(undefined, 'due to connection timeout'), true, 'ETIMEDOUT'],
    ['has no TLS', noConnection(undefined, 'No SSL here'), true, 'No SSL here'],
    ['refuses the password', noConnection('28P01', 'for user x'), true, '28P01: for user x'],
    ['does not exist', noConnection('3D000', 'no x'), true, '3D000: no x'],
    ['is read-only', { code: '25006', message: 'cannot write' }, true, '25006: cannot write'],
    ['is lost', { code: 'ECONNRESET' }, true, undefined],
    ['is shutting down', { code: '57P01' }, true, undefined],
    ['cancels a slow statement', { code: '57014' }, true, undefined],
    ['finds a deadlock', { code: '40P01' }, true, undefined],
    ['finds a broken rule', { code: '23505' }, false, undefined],
    ['is not the cause', { message: 'secret inside' }, false, undefined],
  ])('%s', (_name, fault, isAway, code) => {
    expect([isDatabaseAway(fault), unusableReason(fault)]).toEqual([isAway, code]);
  });
});
