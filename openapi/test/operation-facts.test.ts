/** A false, needless or contradictory `x-ringside` causes a sentence with the operation and the key. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bodySentences } from '../scripts/body-limits.ts';
import { factsModule } from '../scripts/facts-module.ts';
import {
  type Contract,
  findDefaultFaults,
  findFactFaults,
  type OperationNode,
  operationsOf,
  withFacts,
} from '../scripts/operation-facts.ts';
import { tryRedocly } from '../scripts/redocly.ts';
import { bundle } from './bundle.ts';

const contract: Contract = bundle;
const { 'x-ringside-keys': keys, 'x-ringside-defaults': defaults } = contract;
const operations = operationsOf(contract);

function find(id: string, among: Contract = contract) {
  const found = operationsOf(among).find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`There is no ${id}`);
  return found;
}

/** The faults of an operation after a change of its declaration. */
function faultsAfter(id: string, facts: Record<string, string | undefined>, change?: Partial<OperationNode>) {
  const { operation, ...place } = structuredClone(find(id));
  const changed = Object.entries({ ...operation['x-ringside'], ...facts });
  operation['x-ringside'] = Object.fromEntries(
    changed.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return findFactFaults({ ...operation, ...change }, { ...place, keys, defaults });
}

test('no operation says a fact falsely, needlessly or in contradiction', () => {
  expect(operations.length).toBeGreaterThan(70);
  expect(
    operations.flatMap(({ operation, ...place }) => findFactFaults(operation, { ...place, keys, defaults })),
  ).toEqual([]);
});

test('the defaults say everything, with values that are known', () => {
  expect(findDefaultFaults(defaults, keys)).toEqual([]);
  const { shed: _missing, ...reading } = defaults.reading;
  const writing = { ...defaults.writing, stores: 'mabye' };
  expect(findDefaultFaults({ reading, writing }, keys)).toEqual([
    'x-ringside-defaults.reading.shed is missing.',
    'x-ringside-defaults.writing.stores is "mabye", not one of database, files, nothing.',
  ]);
});

describe('an operation is refused', () => {
  test('with what it has anyway', () => {
    expect(faultsAfter('getEvent', { crossSite: 'allow' })).toEqual([
      'getEvent: x-ringside.crossSite is allow anyway: leave it out.',
    ]);
    expect(faultsAfter('createEvent', { crossSite: 'refuse' })).toEqual([
      'createEvent: x-ringside.crossSite is refuse anyway: leave it out.',
    ]);
  });

  test.each(Object.keys(keys))('with an unknown value of %s', (key) => {
    expect(faultsAfter('getEvent', { [key]: 'mabye' })).toEqual([
      expect.stringContaining(`getEvent: x-ringside.${key} is "mabye", not one of `),
    ]);
  });

  test.each<[id: string, facts: Record<string, string | undefined>, key: string, fault: string]>([
    ['getEvent', { store: 'nothing' }, 'store', 'is not a known key'],
    ['createEvent', { stores: 'nothing' }, 'stores', 'is nothing, but the method is POST'],
    ['deleteEvent', { stores: 'nothing' }, 'stores', 'is nothing, but the method is DELETE'],
    ['getEvent', { audited: 'event' }, 'audited', 'is event, but the operation stores nothing'],
    ['createEvent', { audited: undefined }, 'audited', 'is nothing, but the operation needs a permission'],
    [
      'createEvent',
      { crossSite: 'allow' },
      'crossSite',
      'is allow, but the operation stores something and takes',
    ],
    ['getLiveStreamSignedUrl', { crossSite: undefined }, 'crossSite', 'is allow, but the operation stores'],
    ['handleStripeWebhook', { crossSiteReason: undefined }, 'crossSiteReason', 'must say why'],
    ['createEvent', { crossSiteReason: 'no.' }, 'crossSiteReason', 'is only for'],
    ['listProviders', { crossSite: 'refuse' }, 'crossSite', 'is refuse, but no 403 is declared'],
    ['getEvent', { limited: 'sign-in' }, 'limited', 'is sign-in, but no 429 is declared'],
    ['login', { limited: undefined }, 'limited', 'is none, but a 429 is declared'],
    ['getCompetition', { stepUp: 'required' }, 'stepUp', 'is required, but no token is needed'],
    ['login', { stepUp: 'second-factor' }, 'stepUp', 'is second-factor, but no token is needed'],
    ['createEvent', { expiredToken: 'ignore' }, 'expiredToken', 'is ignore, but a token is needed'],
    ['getCompetition', { expiredToken: 'ignore' }, 'expiredToken', 'is ignore, but the path has parameters'],
  ])('%s with %j', (id, facts, key, fault) => {
    expect(faultsAfter(id, facts)).toContainEqual(
      expect.stringContaining(`${id}: x-ringside.${key} ${fault}`),
    );
  });

  test('with a body whose size nothing refuses', () => {
    const { '413': _missing, ...responses } = find('createEvent').operation.responses;
    expect(faultsAfter('createEvent', {}, { responses })).toEqual([
      'createEvent: there is a body, but no 413 is declared.',
    ]);
  });

  test('by the lint of the contract', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ringside-lint-'));
    try {
      const planted = structuredClone(contract);
      find('createEvent', planted).operation['x-ringside'] = { audited: 'event', crossSite: 'mabye' };
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(planted));
      const { succeeded, stdout, stderr } = await tryRedocly('lint', join(folder, 'openapi.json'));
      expect(succeeded).toBe(false);
      expect(stdout + stderr).toContain(
        'createEvent: x-ringside.crossSite is "mabye", not one of refuse, allow.',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('the docs say at each operation what concerns its callers', () => {
  const described = (id: string) =>
    find(id, withFacts(contract, bodySentences(contract))).operation.description;
  expect(described('login')).toMatch(
    /\n\nWith cookies, a call from another site .+ Failed sign-ins are limited .+ at most 4 KB .+\.$/,
  );
  expect(described('handleStripeWebhook')).toMatch(
    /\n\nCalls from other sites are allowed: the payment provider .+\.$/,
  );
  expect(described('listCompetitions')).toBe(find('listCompetitions').operation.description);
});

test('the client learns which calls ignore an expired token', () => {
  const made = factsModule(contract);
  expect(made).toContain("'POST /api/v1/identity/auth/token/refresh'");
  expect(made).not.toContain('/api/v1/identity/auth/token/user-info');
});
