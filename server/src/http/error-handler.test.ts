import { describe, expect, it } from 'vitest';
import { toProblem } from './error-handler.ts';
import { problem } from './problems.ts';

const fault = (properties: object, message = 'secret inside') =>
  Object.assign(new Error(message), properties);

describe('toProblem', () => {
  it.each([
    ['a problem', problem('conflict'), 'conflict'],
    ['any error', fault({}), 'internal-server-error'],
    ['an unknown code', fault({ code: 'XX000' }), 'internal-server-error'],
    ['a broken check of the database', fault({ code: '23514' }), 'internal-server-error'],
    ['a number out of range', fault({ code: '22003' }), 'validation-error'],
    ['a connection that was refused', fault({ code: 'ECONNREFUSED' }), 'service-unavailable'],
    ['a connection that was lost', fault({}, 'Connection terminated unexpectedly'), 'service-unavailable'],
    ['a full pool', fault({}, 'timeout exceeded when trying to connect'), 'service-unavailable'],
    ['a restart of the database', fault({ code: '57P01' }), 'service-unavailable'],
    ['too many connections', fault({ code: '53300' }), 'service-unavailable'],
    ['a statement that took too long', fault({ code: '57014' }), 'service-unavailable'],
    ['a lock that was not given', fault({ code: '55P03' }), 'service-unavailable'],
    ['a transaction that was left open', fault({ code: '25P03' }), 'service-unavailable'],
    [
      'its connection',
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
    ['what a limiter says', fault({ statusCode: 429 }), 'too-many-requests'],
  ])('makes of %s %s', (_name, error, code) => {
    const answer = toProblem(error);
    expect(answer.code).toBe(code);
    expect(JSON.stringify(answer.toBody())).not.toContain('secret inside');
  });

  it('tells whoever is turned away when to come back', () => {
    expect(toProblem(fault({ code: '57P01' })).headers).toEqual({ 'retry-after': '2' });
  });

  it('picks, of what several security schemes say, what tells more', () => {
    const [nobody, lacking] = [problem('unauthorized'), problem('forbidden')];
    expect(toProblem({ errors: [nobody, lacking] })).toBe(lacking);
    expect(toProblem({ errors: [lacking, nobody] })).toBe(lacking);
    expect(toProblem({ errors: [nobody, nobody] }).code).toBe('unauthorized');
    expect(toProblem({ errors: [fault({ code: 'ECONNRESET' }), nobody] }).code).toBe('service-unavailable');
  });
});
