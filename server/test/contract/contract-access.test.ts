/**
 * Walks through the callers: everybody tries every operation, and gets what the contract says of them (callers.ts). The
 * calls have valid parameters that match nothing, so an admitted caller finds nothing. A refused call writes nothing, and
 * no call leaves its token in the log. walk.ts explains the words.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import type { Answer } from '../harness.ts';
import {
  type Attempt,
  type Caller,
  deviceOf,
  expectedOf,
  forgetDevice,
  needsProof,
  newAdministrator,
  newCaller,
  stillRecent,
  tooLate,
} from './callers.ts';
import { canary, canaryHeaders } from './canaries.ts';
import { startStage } from './stage.ts';
import { isPublic } from './visits.ts';

const relaxed = await startStage();
/** Permissions count only in a session that has proved a second factor (9.16). */
const strict = await startStage({ requireSecondFactor: true });
for (const { api } of [relaxed, strict]) api.clock.stop();

const permissions = await relaxed.api.db.selectFrom('permissions').select('code').orderBy('code').execute();
const allScopes = permissions.map(({ code }) => code);
const scopesOf = ({ security }: ContractOperation) => [
  ...new Set(security.flatMap((scheme) => Object.values(scheme).flat())),
];
const byId = (operations: ContractOperation[]) =>
  operations.map((operation): [OperationId, ContractOperation] => [operation.operationId, operation]);

const viewer = await newCaller('a viewer', relaxed, []);
const administrator = await newAdministrator('an administrator', relaxed, allScopes);
const withOneScope: Caller[] = [];
for (const scope of allScopes) withOneScope.push(await newCaller(`only ${scope}`, relaxed, [scope]));
const early = await newAdministrator('an administrator since 9 minutes', relaxed, allScopes, {
  seconds: stillRecent,
});
const late = await newAdministrator('an administrator since 10 minutes', relaxed, allScopes, {
  seconds: tooLate,
});
const lateViewer = await newCaller('a viewer since 10 minutes', relaxed, [], { seconds: tooLate });
const unproved = await newAdministrator('an administrator without a second factor', strict, allScopes, {
  lacksSecondFactor: true,
});
const proved = await newAdministrator('an administrator with a second factor', strict, allScopes);
const strictViewer = await newCaller('a viewer without a second factor', strict, [], {
  lacksSecondFactor: true,
});

const withScopes = new Map<string, Caller>();

/** Only a permission that the caller would have is worth a second factor. */
async function withTooFewScopes(operation: ContractOperation): Promise<Caller[]> {
  const wanted = scopesOf(operation);
  if (wanted.length === 0) return [];
  const others = allScopes.filter((scope) => !wanted.includes(scope));
  const callers: Caller[] = [];
  for (const scopes of [others, ...(wanted.length > 1 ? [wanted.slice(1, 2)] : [])]) {
    const name = `without a second factor, ${scopes.length > 1 ? `all but ${wanted}` : `only ${scopes}`}`;
    const caller =
      withScopes.get(name) ?? (await newCaller(name, strict, scopes, { lacksSecondFactor: true }));
    withScopes.set(name, caller);
    callers.push(caller);
  }
  return callers;
}

const otherSites: Array<Record<string, string>> = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.test' },
];

const both = (caller: Caller): Attempt[] => [byToken(caller), { caller, scheme: 'sessionCookie' }];
const byToken = (caller: Caller): Attempt => ({ caller, scheme: 'bearerAuth' });

async function attemptsOf(operation: ContractOperation): Promise<Attempt[]> {
  const fromOtherSites: Attempt[] = [
    ...otherSites.map((from): Attempt => ({ caller: administrator, scheme: 'sessionCookie', from })),
    { ...byToken(administrator), from: { 'sec-fetch-site': 'cross-site' } },
  ];
  const all = [...[viewer, administrator].flatMap(both), ...fromOtherSites];
  if (isPublic(operation)) return all;
  const needsScopes = scopesOf(operation).length > 0;
  return [
    ...all,
    ...withOneScope.flatMap(both),
    ...(needsProof(operation) ? [...both(late), byToken(early)] : [byToken(late)]),
    byToken(lateViewer),
    ...(needsScopes ? both(unproved) : [byToken(unproved)]),
    ...[proved, strictViewer, ...(await withTooFewScopes(operation))].map(byToken),
  ];
}

const nameOf = ({ caller, scheme, from }: Attempt) =>
  `${caller.name} by ${scheme}${from ? ` from ${Object.values(from)}` : ''}`;

function outcomeOf({ status, body }: Answer): string {
  return [401, 403].includes(status) ? `${status} ${body.type.replace('/problems/', '')}` : 'admitted';
}

/** @returns the outcome, and what a witness has seen beside it. */
async function tryTo({ method, path, ...operation }: ContractOperation, attempt: Attempt): Promise<string> {
  const { caller, scheme, from } = attempt;
  const { accessToken, request } = await deviceOf(caller);
  const address = path.replace(/\{(\w+)\}/g, (_, name) => (name.endsWith('Code') ? 'nobody' : randomUUID()));
  const headers = { ...canaryHeaders, ...from };
  const { answer, writes, log } = await caller.stage.observe(() =>
    scheme === 'bearerAuth'
      ? request(`${method} ${address}`, { headers })
      : caller.stage.api.request(`${method} ${address}`, { headers, cookies: { accessToken } }),
  );
  if (writes.length > 0) forgetDevice(caller);
  const outcome = outcomeOf(answer);
  const isRefused = outcome !== 'admitted' && operation.security.length > 0;
  const leaks = [canary, accessToken].filter((secret) => log.includes(secret));
  return [outcome, ...(isRefused ? writes : []), ...leaks.map((secret) => `logged ${secret}`)].join('; ');
}

describe('the callers', () => {
  it('have every permission that the contract asks for', () => {
    expect(allScopes).toEqual(expect.arrayContaining([...new Set(contractOperations.flatMap(scopesOf))]));
    expect(contractOperations.filter((operation) => !isPublic(operation)).length).toBeGreaterThan(40);
    expect(contractOperations.filter((operation) => scopesOf(operation).length > 0).length).toBeGreaterThan(
      30,
    );
  });

  it.each(byId(contractOperations))(
    '%s admits exactly the callers that the contract names',
    async (_id, operation) => {
      for (const attempt of await attemptsOf(operation)) {
        const seen = await tryTo(operation, attempt);
        // A public operation may ask for a proof of its own, such as a refresh token.
        if (isPublic(operation) && '401' in operation.responses && seen.startsWith('401')) continue;
        expect.soft(seen, nameOf(attempt)).toBe(expectedOf(operation, attempt));
      }
    },
  );
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

  it('is accepted from the payment provider with any headers', async () => {
    const answer = await relaxed.api.request('POST /api/v1/shop/webhook', {
      headers: { origin: 'https://payments.test' },
      body: {},
    });
    expect(answer.status).not.toBe(403);
  });
});
