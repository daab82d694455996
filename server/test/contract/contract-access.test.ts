/**
 * Derives from `security` who may call an operation, and tries every caller (docs/product.md, 9.11 and 11.1).
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { insertUser } from '../factories.ts';
import { type Answer, type Device, type Request, startApi } from '../harness.ts';

type Scheme = 'bearerAuth' | 'sessionCookie';

const api = await startApi();
const permissions = await api.db.selectFrom('permissions').select('code').orderBy('code').execute();
const allScopes = permissions.map(({ code }) => code);

interface Caller {
  name: string;
  userId: string;
  scopes: string[];
}

const callers: Caller[] = [await caller('a viewer', [])];
for (const scope of allScopes) callers.push(await caller(`only ${scope}`, [scope]));
const administratorId = await insertUser(api.db);
await api.db.insertInto('userRoles').values({ userId: administratorId, roleCode: 'administrator' }).execute();
callers.push({ name: 'an administrator', userId: administratorId, scopes: allScopes });

async function caller(name: string, scopes: string[]): Promise<Caller> {
  const { userId } = await api.signInAs({ scopes });
  return { name, userId, scopes };
}

const isPublic = ({ security }: ContractOperation) =>
  security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0);
const byId = (operations: ContractOperation[]) =>
  operations.map((operation): [OperationId, ContractOperation] => [operation.operationId, operation]);

/**
 * What the contract says of a caller: 'admitted' with all scopes of one alternative of this scheme, 403 without them, and 401
 * when the operation does not take this scheme.
 */
function expectedOf({ security }: ContractOperation, scheme: Scheme, scopes: string[]) {
  const alternatives = security.flatMap(({ [scheme]: wanted }) => (wanted ? [wanted] : []));
  if (alternatives.length === 0) return 401;
  return alternatives.some((wanted) => wanted.every((scope) => scopes.includes(scope))) ? 'admitted' : 403;
}

function outcomeOf({ status, body }: Answer) {
  if (status === 401 && body.type === '/problems/unauthorized') return 401;
  if (status === 403 && body.type === '/problems/forbidden') return 403;
  return 'admitted';
}

/** Calls the operation with valid parameters that match nothing. */
function call(
  request: Request,
  { method, path }: ContractOperation,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => (name.endsWith('Code') ? 'nobody' : randomUUID()));
  return request(`${method} ${address}`, { headers });
}

const credentialsOf = (scheme: Scheme, { accessToken }: Device): Record<string, string> =>
  scheme === 'bearerAuth'
    ? { authorization: `Bearer ${accessToken}` }
    : { cookie: `accessToken=${accessToken}` };

describe('the matrix of callers', () => {
  it('knows every permission that the contract asks for', () => {
    const asked = contractOperations.flatMap(({ security }) => security.flatMap((one) => Object.values(one)));
    expect(allScopes).toEqual(expect.arrayContaining([...new Set(asked.flat())]));
    expect(contractOperations.filter((operation) => !isPublic(operation)).length).toBeGreaterThan(40);
  });

  it.each(byId(contractOperations.filter((operation) => !isPublic(operation))))(
    '%s admits only callers with all of its scopes',
    async (_id, operation) => {
      const expected: Record<string, unknown> = {};
      const actual: Record<string, unknown> = {};
      for (const headers of [{}, { authorization: 'Bearer x' }, { cookie: 'accessToken=x' }]) {
        const [name = 'no credentials'] = Object.values(headers);
        expected[name] = 401;
        actual[name] = outcomeOf(await call(api.request, operation, headers as Record<string, string>));
      }
      for (const { name, userId, scopes } of callers) {
        for (const scheme of ['bearerAuth', 'sessionCookie'] as const) {
          const headers = credentialsOf(scheme, await api.signInAs({ userId }));
          expected[`${name} by ${scheme}`] = expectedOf(operation, scheme, scopes);
          actual[`${name} by ${scheme}`] = outcomeOf(await call(api.request, operation, headers));
        }
      }
      expect(actual).toEqual(expected);
    },
  );

  it.each(byId(contractOperations.filter(isPublic)))('%s requires no permission', async (_id, operation) => {
    const declares401 = '401' in operation.responses;
    for (const { userId } of callers.slice(0, 1).concat(callers.slice(-1))) {
      for (const scheme of ['bearerAuth', 'sessionCookie'] as const) {
        const headers = credentialsOf(scheme, await api.signInAs({ userId }));
        const outcome = outcomeOf(await call(api.request, operation, headers));
        expect(declares401 ? ['admitted', 401] : ['admitted']).toContain(outcome);
      }
    }
  });
});

describe('a call that changes something', () => {
  const isRefusedFromOtherSites = ({ facts }: ContractOperation) => facts.crossSite === 'refuse';
  const guarded = contractOperations.filter(isRefusedFromOtherSites);

  it('is guarded, except for webhooks that a provider signs, and the press in a mail program', () => {
    const changes = contractOperations.filter(({ method }) => method !== 'GET');
    const open = changes.filter((operation) => !isRefusedFromOtherSites(operation));
    expect(open.map(({ operationId }) => operationId)).toEqual([
      'handleCloudflareWebhook',
      'handleMuxWebhook',
      'stopReminderMails',
      'handleStripeWebhook',
    ]);
    for (const { responses } of guarded) expect(responses).toHaveProperty('403');
    const reads = guarded.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
    expect(reads.toSorted()).toEqual([
      'getCheckout',
      'getLiveStreamSignedUrl',
      'listOffers',
      'listPromotionCodes',
      'logout',
    ]);
  });

  it.each(byId(guarded))(
    '%s is refused when a page of another site sends the cookies',
    async (_id, operation) => {
      for (const from of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.test' },
      ] as Array<Record<string, string>>) {
        const cookie = credentialsOf('sessionCookie', await api.signInAs({ userId: administratorId }));
        const { status, body } = await call(api.request, operation, { ...cookie, ...from });
        expect([status, body.type]).toEqual([403, '/problems/csrf-verification-failed']);
      }
    },
  );

  const others = contractOperations.filter((operation) => !isRefusedFromOtherSites(operation));
  it.each(byId(others))('%s is accepted from a page of another site', async (_id, operation) => {
    const cookie = credentialsOf('sessionCookie', await api.signInAs({ userId: administratorId }));
    const { body } = await call(api.request, operation, { ...cookie, 'sec-fetch-site': 'cross-site' });
    expect(body.type).not.toBe('/problems/csrf-verification-failed');
  });

  it.each(byId(guarded))('%s is accepted from another site with a bearer token', async (_id, operation) => {
    const bearer = credentialsOf('bearerAuth', await api.signInAs({ userId: administratorId }));
    const { status } = await call(api.request, operation, { ...bearer, 'sec-fetch-site': 'cross-site' });
    expect(status).not.toBe(403);
  });

  it('is accepted from the payment provider with any headers', async () => {
    const answer = await api.request('POST /api/v1/shop/webhook', {
      headers: { origin: 'https://payments.test' },
      body: {},
    });
    expect(answer.status).not.toBe(403);
  });
});
