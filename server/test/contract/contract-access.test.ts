/** Who may call what, worked out from the `security` of the bundle alone and tried with every kind of caller. */
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

const isPublic = ({ security }: ContractOperation) => security.length === 0;
const byId = (operations: ContractOperation[]) =>
  operations.map((operation): [OperationId, ContractOperation] => [operation.operationId, operation]);

/** All scopes of one alternative that this credential serves; otherwise the caller is known and lacks something. */
function expectedOf({ security }: ContractOperation, scheme: Scheme, scopes: string[]) {
  const alternatives = security.flatMap(({ [scheme]: wanted }) => (wanted ? [wanted] : []));
  return alternatives.some((wanted) => wanted.every((scope) => scopes.includes(scope))) ? 'admitted' : 403;
}

function outcomeOf({ status, body }: Answer) {
  if (status === 401 && body.type === '/problems/unauthorized') return 401;
  if (status === 403 && body.type === '/problems/forbidden') return 403;
  return 'admitted';
}

/** Parameters that fit and lead to nothing. */
function call(
  request: Request,
  { method, path }: ContractOperation,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => (name.endsWith('Code') ? 'nobody' : randomUUID()));
  return request(`${method} ${address}`, { headers });
}

const carry = (scheme: Scheme, { accessToken }: Device): Record<string, string> =>
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
    '%s lets in who holds all of its scopes and nobody else',
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
          const headers = carry(scheme, await api.signInAs({ userId }));
          expected[`${name} by ${scheme}`] = expectedOf(operation, scheme, scopes);
          actual[`${name} by ${scheme}`] = outcomeOf(await call(api.request, operation, headers));
        }
      }
      expect(actual).toEqual(expected);
    },
  );

  it.each(byId(contractOperations.filter(isPublic)))(
    '%s asks nobody for a permission',
    async (_id, operation) => {
      const declares401 = '401' in operation.responses;
      for (const { userId } of callers.slice(0, 1).concat(callers.slice(-1))) {
        for (const scheme of ['bearerAuth', 'sessionCookie'] as const) {
          const headers = carry(scheme, await api.signInAs({ userId }));
          const outcome = outcomeOf(await call(api.request, operation, headers));
          expect(declares401 ? ['admitted', 401] : ['admitted']).toContain(outcome);
        }
      }
    },
  );
});

describe('a call that changes something', () => {
  const isRefusedFromElsewhere = ({ facts }: ContractOperation) => facts.crossSite === 'refuse';
  const guarded = contractOperations.filter(isRefusedFromElsewhere);

  it('is guarded, but for what the payment provider signs', () => {
    const changes = contractOperations.filter(({ method }) => method !== 'GET');
    const open = changes.filter((operation) => !isRefusedFromElsewhere(operation));
    expect(open.map(({ operationId }) => operationId)).toEqual(['handleStripeWebhook']);
    for (const { responses } of guarded) expect(responses).toHaveProperty('403');
    const reads = guarded.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
    expect(reads.toSorted()).toEqual(['getLiveStreamSignedUrl', 'logout']);
  });

  it.each(byId(guarded))('%s is refused with the cookies of a page elsewhere', async (_id, operation) => {
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
    ] as Array<Record<string, string>>) {
      const cookie = carry('sessionCookie', await api.signInAs({ userId: administratorId }));
      const { status, body } = await call(api.request, operation, { ...cookie, ...from });
      expect([status, body.type]).toEqual([403, '/problems/csrf-verification-failed']);
    }
  });

  const others = contractOperations.filter((operation) => !isRefusedFromElsewhere(operation));
  it.each(byId(others))('%s is taken from a page elsewhere', async (_id, operation) => {
    const cookie = carry('sessionCookie', await api.signInAs({ userId: administratorId }));
    const { body } = await call(api.request, operation, { ...cookie, 'sec-fetch-site': 'cross-site' });
    expect(body.type).not.toBe('/problems/csrf-verification-failed');
  });

  it.each(byId(guarded))('%s is taken from elsewhere with a token of its own', async (_id, operation) => {
    const bearer = carry('bearerAuth', await api.signInAs({ userId: administratorId }));
    const { status } = await call(api.request, operation, { ...bearer, 'sec-fetch-site': 'cross-site' });
    expect(status).not.toBe(403);
  });

  it('is taken from the payment provider, whatever its headers say', async () => {
    const answer = await api.request('POST /api/v1/shop/webhook', {
      headers: { origin: 'https://payments.test' },
      body: {},
    });
    expect(answer.status).not.toBe(403);
  });
});
