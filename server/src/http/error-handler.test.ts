import { describe, expect, it } from 'vitest';
import { NoConnectionError } from '../db/database-away.ts';
import { toProblem } from './error-handler.ts';
import { problem } from './problems.ts';

const fault = (properties: object, message = 'secret inside') =>
  Object.assign(new Error(message), properties);

describe('toProblem', () => {
  it.each([
    ['a problem', problem('conflict'), 'conflict'],
    ['any error', fault({}), 'internal-server-error'],
    ['an unknown code', fault({ code: 'XX000' }), 'internal-server-error'],
    ['a violated check constraint', fault({ code: '23514' }), 'internal-server-error'],
    ['a number out of range', fault({ code: '22003' }), 'validation-error'],
    ['a connection that was refused', fault({ code: 'ECONNREFUSED' }), 'service-unavailable'],
    ['a connection that was lost', fault({}, 'Connection terminated unexpectedly'), 'service-unavailable'],
    ['a full pool', new NoConnectionError(fault({}, 'secret inside')), 'service-unavailable'],
    [
      'a setting that the database refuses',
      new NoConnectionError(fault({ code: '22023' })),
      'service-unavailable',
    ],
    ['a read-only database', fault({ code: '25006' }), 'service-unavailable'],
    ['a restart of the database', fault({ code: '57P01' }), 'service-unavailable'],
    ['too many connections', fault({ code: '53300' }), 'service-unavailable'],
    ['a statement that took too long', fault({ code: '57014' }), 'service-unavailable'],
    ['a lock that was not granted in time', fault({ code: '55P03' }), 'service-unavailable'],
    ['a transaction that was left open', fault({ code: '25P03' }), 'service-unavailable'],
    [
      'the connection of such a transaction',
      fault({}, 'Client has encountered a connection error and is not queryable'),
      'service-unavailable',
    ],
    ['a full disk', fault({ code: '53100' }), 'service-unavailable'],
    [
      'a body that is too large',
      fault({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }),
      'payload-too-large',
    ],
    ['another content type', fault({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), 'unsupported-media-type'],
    ['the error of a rate limiter', fault({ statusCode: 429 }), 'too-many-requests'],
  ])('turns %s into %s', (_name, error, code) => {
    const answer = toProblem(error);
    expect(answer.code).toBe(code);
    expect(JSON.stringify(answer.toBody())).not.toContain('secret inside');
  });

  it('adds Retry-After to a 503', () => {
    expect(toProblem(fault({ code: '57P01' })).headers).toEqual({ 'retry-after': '2' });
  });

  it('picks the most informative error when several security schemes fail', () => {
    const [unauthorized, forbidden] = [problem('unauthorized'), problem('forbidden')];
    expect(toProblem({ errors: [unauthorized, forbidden] })).toBe(forbidden);
    expect(toProblem({ errors: [forbidden, unauthorized] })).toBe(forbidden);
    expect(toProblem({ errors: [unauthorized, unauthorized] }).code).toBe('unauthorized');
    expect(toProblem({ errors: [fault({ code: 'ECONNRESET' }), unauthorized] }).code).toBe(
      'service-unavailable',
    );
  });
});
