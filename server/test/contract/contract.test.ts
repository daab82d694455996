/**
 * Tests generated from the bundle, for every operation.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { bindContract } from '../../src/contract/bind.ts';
import { contract, contractOperations } from '../../src/contract/document.ts';
import type { Handlers } from '../../src/contract/operation.ts';
import { problemCatalogue } from '../../src/http/problems.ts';
import { OpenStreams } from '../../src/streams/open-streams.ts';
import { startApi } from '../harness.ts';
import { checkAnswer, findOperation } from './contract-check.ts';

const api = await startApi();

/** `GET /path` of each leaf of Fastify's route tree, in which a branch continues the path of its parent. */
function routesOf(drawing: string): string[] {
  const parents: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]+)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? '') + part;
    parents[depth] = path;
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}

describe('the routes', () => {
  it('under /api are exactly those of the contract', () => {
    const apiRoutes = routesOf(api.app.printRoutes({ commonPrefix: false })).filter((route) =>
      route.includes(' /api/'),
    );
    expect(apiRoutes.length).toBeGreaterThan(contractOperations.length);
    const unknown = apiRoutes.filter((route) => {
      const [method = '', path = ''] = route.split(' ');
      return findOperation(method, path) === undefined;
    });
    expect(unknown).toEqual([]);
  });

  it('exist for every operation', () => {
    const absent = contractOperations.filter(
      ({ method, path }) =>
        !api.app.hasRoute({ method: method as 'GET', url: path.replace(/\{(\w+)\}/g, ':$1') }),
    );
    expect(absent.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe('the problems', () => {
  it('of the server are exactly those of the contract', () => {
    const { ProblemType } = (
      contract as unknown as { components: { schemas: Record<string, { enum: string[] }> } }
    ).components.schemas;
    expect(problemCatalogue.map(({ code }) => `/problems/${code}`).sort()).toEqual(
      ProblemType?.enum.toSorted(),
    );
  });
});

describe('bindContract', () => {
  const complete = Object.fromEntries(
    contractOperations.map(({ operationId }) => [operationId, () => ({ status: 204 })]),
  );
  const bind = (handlers: object) =>
    bindContract(Fastify(), {
      handlers: handlers as Handlers,
      authentication: {
        readRefreshToken: async () => undefined,
        readToken: async () => undefined,
        findUser: async () => undefined,
      },
      verifySameOrigin: () => {},
      requireStepUp: () => {},
      requireFreshFactor: async () => {},
      admit: async () => {},
      streams: new OpenStreams({ most: 1, mostPerAddress: 1 }),
    });

  it('refuses to start when a handler is missing, and names it', async () => {
    const { getEvent: _missing, ...others } = complete;
    await expect(bind(others)).rejects.toThrow('missing getEvent;');
  });

  it('refuses to start with an unknown handler, and names it', async () => {
    await expect(bind({ ...complete, getTicket: () => {} })).rejects.toThrow('not in the contract getTicket');
  });
});

describe('the check of every answer in these tests', () => {
  const noStore = { 'cache-control': 'no-store' };
  const headers = { 'content-type': 'application/json; charset=utf-8', ...noStore };
  const list = { data: [], total: 0 };
  const check = (
    answer: { status?: number; headers?: object; body?: unknown },
    target = 'GET /api/v1/events',
  ) => {
    const [method = '', url = ''] = target.split(' ');
    checkAnswer(method, url, { status: 200, headers, body: list, ...answer } as Parameters<
      typeof checkAnswer
    >[2]);
  };
  const problem = { type: '/problems/not-found', status: 404, title: 'Not Found', detail: 'No.' };
  const problemHeaders = { 'content-type': 'application/problem+json', ...noStore };

  it('accepts valid answers', () => {
    check({});
    check({ status: 404, headers: problemHeaders, body: problem }, `GET /api/v1/events/${randomUUID()}`);
    check({ status: 204, headers: noStore, body: '' }, `DELETE /api/v1/events/${randomUUID()}`);
  });

  it.each<[name: string, answer: object, target?: string]>([
    ['a missing field', { body: { data: [] } }],
    ['a field of another type', { body: { data: [], total: '0' } }],
    ['an undeclared field', { body: { ...list, page: 1 } }],
    [
      'an undeclared nested field',
      {
        status: 400,
        headers: problemHeaders,
        body: {
          ...problem,
          type: '/problems/validation-error',
          status: 400,
          issues: [{ detail: 'x', pointer: '', location: 'body', value: 1 }],
        },
      },
    ],
    ['an undeclared status', { status: 201 }],
    [
      'a 404 of an operation that does not declare one',
      { status: 404, headers: problemHeaders, body: problem },
    ],
    ['another content type', { headers: { ...headers, 'content-type': 'text/html' } }],
    ['a problem that is plain JSON', { status: 401, headers, body: { ...problem, status: 401 } }],
    ['another status in the body', { status: 401, headers: problemHeaders, body: problem }],
    [
      'an unknown problem',
      { status: 401, headers: problemHeaders, body: { ...problem, status: 401, type: '/problems/x' } },
    ],
    ['a 201 without a Location header', { status: 201, body: { id: randomUUID() } }, 'POST /api/v1/events'],
    ['an answer that a cache may store', { headers: { 'content-type': headers['content-type'] } }],
    ['a body with a 204', { status: 204, body: 'x' }, `DELETE /api/v1/events/${randomUUID()}`],
    ['an operation that does not exist', {}, 'GET /api/v1/tickets'],
  ])('refuses %s', (_name, answer, target) => {
    expect(() => check(answer, target)).toThrow('against the contract');
  });
});
