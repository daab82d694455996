import { describe, expect, it } from 'vitest';
import { isDatabaseAway, unreachableCode } from './database-away.ts';

describe('the database', () => {
  it.each([
    ['refuses connections', { code: 'ECONNREFUSED' }, true, 'ECONNREFUSED'],
    ['has a name that nobody knows', { code: 'ENOTFOUND' }, false, 'ENOTFOUND'],
    ['does not answer', { message: 'timeout exceeded when trying to connect' }, true, 'ETIMEDOUT'],
    ['is still starting', { code: '57P03' }, true, '57P03'],
    ['refuses the password', { code: '28P01' }, false, '28P01'],
    ['does not exist', { code: '3D000' }, false, '3D000'],
    ['cancels a slow statement', { code: '57014' }, true, undefined],
    ['finds a deadlock', { code: '40P01' }, true, undefined],
    ['finds a broken rule', { code: '23505' }, false, undefined],
    ['is not the cause', { message: 'secret inside' }, false, undefined],
  ])('%s', (_name, fault, isAway, code) => {
    expect([isDatabaseAway(fault), unreachableCode(fault)]).toEqual([isAway, code]);
  });
});
