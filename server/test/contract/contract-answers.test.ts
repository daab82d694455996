/**
 * Produces every answer that the contract declares at least once; the harness checks each against its schema. General
 * rules produce most answers from the bundle; contract-scenarios.ts has the others.
 *
 * @engine one
 */
import { afterAll, describe, expect, it } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { createCloudflare } from '../../src/media/remote/cloudflare.ts';
import { createMux } from '../../src/media/remote/mux.ts';
import { startCloudflare } from '../../stand-ins/video/cloudflare.ts';
import { startMux } from '../../stand-ins/video/mux.ts';
import { type Answer, startApi } from '../harness.ts';
import { startTestIssuer } from '../identity/providers/test-issuer.ts';
import { startAppleService } from '../reminders/apple-service.ts';
import { newPromotionCode } from '../shop/fake-promotions.ts';
import { createFakeProvider, newPrice } from '../shop/fake-provider.ts';
import { bodyExamples, type ContractCall, exampleCall, targetOf, withUnknownIds } from './contract-calls.ts';
import { scenarios } from './contract-scenarios.ts';
import type { Scenario, World } from './scenario-steps.ts';
import { exampleOf, insertStory, robinId, samId, storyNow } from './story.ts';

/** If set, every statement fails with this error, except the one that looks up the caller. */
let fault: Error | undefined;
/** Statements that write, since the last call was sent. */
let writes: string[] = [];
const writing = /\binsert into\b|\bdelete from\b|\bupdate\s+\S+\s+set\b/i;
const issuer = await startTestIssuer('demo-id');
const apple = await startAppleService();
const [mux, cloudflare] = [await startMux(), await startCloudflare()];
const [atMux, atCloudflare] = [createMux(mux.settings), createCloudflare(cloudflare.settings)];
afterAll(() => Promise.all([mux.close(), cloudflare.close(), apple[Symbol.asyncDispose]()]));
const paymentProvider = createFakeProvider();
for (const { id, unit_amount } of exampleOf('OfferList').data.map(({ price }: { price: object }) => price))
  paymentProvider.prices.set(id, newPrice(id, { amount: unit_amount }));
const settings = { allowedOrigins: ['http://localhost:3000'], providers: [issuer.settings] };
const api = await startApi(
  settings,
  ({ sql }) => {
    if (writing.test(sql)) writes.push(sql);
    if (fault !== undefined && !sql.includes('login_sessions s')) throw fault;
  },
  // Two open streams of one address.
  {
    connections: { most: 1_000, mostPerAddress: 4 },
    apps: { ...noApps, push: { apns: apple.settings } },
    paymentProvider,
    // One server has one provider; this one believes both.
    remoteProvider: {
      ...atMux,
      isGenuine: (...message) => atMux.isGenuine(...message) || atCloudflare.isGenuine(...message),
    },
  },
);

const refusals = new Set([400, 401, 403, 404, 413, 415]);
let world: World | undefined;

/** Resets the database to the start of the story, unless nothing has changed since. */
async function resetStory(): Promise<World> {
  api.clock.reset();
  api.clock.advance(storyNow.getTime() - Date.now());
  if (world === undefined) {
    await insertStory(api.db);
    paymentProvider.createdPrices.clear();
    paymentProvider.promotionCodes.clear();
    paymentProvider.promotionCodes.set('EARLYBIRD', newPromotionCode('EARLYBIRD', { id: 'promo_EarlyBird' }));
    const [sam, robin] = [await api.signInAs({ userId: samId }), await api.signInAs({ userId: robinId })];
    world = { api, sam, robin, issuer, paymentProvider, mux, cloudflare };
  }
  return world;
}

const reached = new Set<string>();

async function play(operation: ContractOperation, scenario: Scenario, example?: string): Promise<Answer> {
  const now = await resetStory();
  // A request that was not refused may have changed something, and so may one that failed half-way.
  world = undefined;
  await scenario.given?.(now);
  if (scenario.play) return scenario.play(now);
  const call = exampleCall(operation, example);
  await scenario.change?.(call, now);
  const answer = await send(call, now, scenario.as ?? 'sam');
  if (scenario.given === undefined && refusals.has(answer.status)) world = now;
  return answer;
}

function send(call: ContractCall, now: World, as: NonNullable<Scenario['as']>): Promise<Answer> {
  writes = [];
  const request = as === 'nobody' ? api.request : now[as].request;
  return request(targetOf(call), { headers: call.headers, cookies: call.cookies, body: call.body });
}

/** Repeats a call until it is limited. The highest limit is a few hundred. */
async function callUntilLimited(id: OperationId, now: World, as: 'sam' | 'nobody'): Promise<Answer> {
  const operation = contractOperations.find(({ operationId }) => operationId === id) as ContractOperation;
  // On a slow machine, failures would be forgotten as fast as they are counted.
  api.clock.stop();
  try {
    for (let time = 0; time < 500; time++) {
      const call = exampleCall(operation);
      call.body = { ...(call.body as object), ...wrongBodies[id] };
      const answer = await send(call, now, as);
      if (answer.status === 429) return answer;
    }
    throw new Error(`${id} has no limit`);
  } finally {
    await api.db.deleteFrom('attemptCounters').execute();
  }
}

/** Changes of the body that make a call fail, for limits that count only failures. */
const wrongBodies: { [Id in OperationId]?: object } = {
  login: { password: 'Round-one-1!' },
  verifyEmail: { token: 'x' },
  changeOwnPassword: { currentPassword: 'Round-one-1!' },
  confirmAuthenticator: { code: '000000' },
  stepUp: { password: 'Round-one-1!' },
};

type Rule = (operation: ContractOperation) => Scenario | undefined;

const rules: Record<string, Rule> = {
  400: (operation) => ({
    change: (call) => {
      if (operation.requestBody?.mediaTypes[0] === 'application/json')
        call.body = { ...(call.body as object), colour: 'red' };
      else call.query.colour = 'red';
    },
  }),
  401: () => ({ as: 'nobody' }),
  403: () => ({ as: 'robin' }),
  404: (operation) => ({
    change: (call) => {
      call.path = withUnknownIds(operation);
    },
  }),
  412: () => ({
    change: (call) => {
      call.headers['if-match'] = '"999"';
    },
  }),
  413: () => ({
    change: (call) => {
      call.body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    },
  }),
  415: () => ({
    change: (call) => {
      call.headers['content-type'] = 'application/xml';
      call.body = '<name/>';
    },
  }),
  429: ({ operationId, security }) => ({
    play: (now) => callUntilLimited(operationId, now, security.length > 0 ? 'sam' : 'nobody'),
  }),
  503: () => ({
    given: async () => {
      fault = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  }),
  default: () => ({
    given: async () => {
      fault = new TypeError('Something is wrong with the code.');
    },
  }),
};

/** A request from a page of another site with a cookie that has every scope. */
const fromOtherSite: Scenario = {
  as: 'nobody',
  change: (call, { sam }) => {
    call.cookies.accessToken = sam.accessToken;
    call.headers['sec-fetch-site'] = 'cross-site';
  },
};

function scenarioOf(operation: ContractOperation, status: string): Scenario | undefined {
  const own = scenarios[operation.operationId]?.[status];
  if (own) return { ...rules[status]?.(operation), ...own };
  if (/^[23]/.test(status)) return operation.security.length > 0 ? {} : { as: 'nobody' };
  const scopes = operation.security.flatMap((scheme) => Object.values(scheme).flat());
  if (status === '403' && scopes.length === 0) return fromOtherSite;
  return rules[status]?.(operation);
}

/** The one entry that the audit log has at the start of the story. */
const storyEntry = exampleOf('AuditEntryList').data[0].id;

const declared = contractOperations.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({
    operation,
    status,
    name: `${operation.operationId} ${status}`,
  })),
);
/** These cannot fail here: their handlers do not use the database. */
const outOfReach = ['listProviders', 'handleMuxWebhook', 'handleCloudflareWebhook'].flatMap((id) => [
  `${id} 503`,
  `${id} default`,
]);
const playable = declared.filter(({ name }) => !outOfReach.includes(name));

/** Encoding a picture in many sizes takes long. */
const slowTimeout = { timeout: 60_000 };

describe('the declared answer', () => {
  it.each(playable.map((answer) => [answer.name, answer] as const))(
    '%s occurs',
    slowTimeout,
    async (name, answer) => {
      const { operation, status } = answer;
      const scenario = scenarioOf(operation, status);
      expect(scenario, 'no scenario produces it').toBeDefined();
      try {
        const given = await play(operation, scenario as Scenario);
        expect(given.status, JSON.stringify(given.body)).toBe(status === 'default' ? 500 : Number(status));
        reached.add(name);
      } finally {
        fault = undefined;
      }
      // An audited call writes an entry to the audit log when it succeeds; a refused or failed one and a dry run do not.
      // A dry run answers 200, but so do an import and a new key.
      if (scenario?.play) return;
      const entries = (await api.db.selectFrom('auditEntries').select(['id', 'action']).execute()).filter(
        ({ id }) => id !== storyEntry,
      );
      const isDone =
        ['201', '204'].includes(status) ||
        ['importAccesses 200', 'replaceStreamKey 200', 'appendToFilm 200'].includes(name);
      const isAudited = operation.facts.audited !== 'nothing' && isDone;
      expect([...new Set(entries.map(({ action }) => action))]).toEqual(
        isAudited ? [operation.operationId] : [],
      );
    },
  );

  it('occurs for every operation', () => {
    const unreached = playable.filter(({ name }) => !reached.has(name));
    expect(unreached.map(({ name }) => name)).toEqual([]);
    expect(reached.size).toBeGreaterThan(500);
  });
});

describe('the documented example', () => {
  const examples = contractOperations
    .flatMap((operation) => bodyExamples(operation).map((example) => [operation, example] as const))
    .map(
      ([operation, example]) => [`${operation.operationId} ${example ?? ''}`, operation, example] as const,
    );

  it.each(examples)('%s is accepted', slowTimeout, async (_name, operation, example) => {
    const [success = ''] = Object.keys(operation.responses);
    const { status, body } = await play(operation, scenarioOf(operation, success) as Scenario, example);
    expect(status, JSON.stringify(body)).toBe(Number(success));
    if (operation.facts.stores === 'nothing') expect(writes, 'stores: nothing').toEqual([]);
  });
});

describe('HEAD', () => {
  const reads = contractOperations.filter(({ method }) => method === 'GET');

  it.each(reads.map((operation) => [operation.operationId, operation] as const))(
    'of %s answers like GET, but without a body',
    async (_id, operation) => {
      const [success = ''] = Object.keys(operation.responses);
      const scenario = scenarioOf(operation, success) as Scenario;
      // An operation whose scenario has several calls is tried with an invalid request instead.
      const asked = scenario.play === undefined ? scenario : (rules[400]?.(operation) as Scenario);
      const get = await play(operation, asked);
      const head = await play({ ...operation, method: 'HEAD' }, asked);
      const [given, expected] = [head, get].map(({ status, headers }) => ({
        ...{ status, type: headers['content-type'], tag: headers.etag, cache: headers['cache-control'] },
      }));
      expect(given).toEqual(expected);
      expect(head.body).toBe('');
    },
  );
});
