/**
 * The walk calls every operation of the contract once for each status that the contract declares, and several witnesses
 * look at that one call. Its words:
 *
 * - The *story* is what the examples of the contract tell, as rows of the database (story.ts). It is inserted again only
 *   after a statement has written something: a call that was refused, or that only read, leaves it as it was.
 * - A *scenario* is what one answer needs: a caller, a change of the story before the call, a change of the call. General
 *   rules make most scenarios (visits.ts), contract-scenarios.ts has the others.
 * - A *visit* is one call of the walk: an operation, a scenario, and the status that has to come.
 * - A *scene* is a played visit with everything that it left behind: the answer, what was written, what was logged.
 * - A *witness* compares one part of a scene with the contract (witnesses.ts): the status, the audit entry, the log ...
 *   The schema has no witness, because the harness checks the schema of every answer.
 *
 * contract-answers.test.ts walks through the answers. contract-access.test.ts walks through the callers.
 */
import { afterAll } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import type { ContractOperation } from '../../src/contract/document.ts';
import { createCloudflare } from '../../src/media/remote/cloudflare.ts';
import { createMux } from '../../src/media/remote/mux.ts';
import { startCloudflare } from '../../stand-ins/video/cloudflare.ts';
import { startMux } from '../../stand-ins/video/mux.ts';
import type { Answer } from '../harness.ts';
import { startTestIssuer } from '../identity/providers/test-issuer.ts';
import { startAppleService } from '../reminders/apple-service.ts';
import { newPromotionCode } from '../shop/fake-promotions.ts';
import { createFakeProvider, newPrice } from '../shop/fake-provider.ts';
import { canaryHeaders } from './canaries.ts';
import { type ContractCall, exampleCall, targetOf } from './contract-calls.ts';
import type { Scenario, World } from './scenario-steps.ts';
import { type Observed, startStage } from './stage.ts';
import { exampleOf, insertStory, robinId, samId, storyNow } from './story.ts';

export interface Visit {
  name: string;
  operation: ContractOperation;
  scenario: Scenario;
  /** Undefined: any status that the contract declares. */
  status?: string;
  /** Whether HEAD is tried too. */
  hasHead: boolean;
}

export interface Scene extends Visit, Observed {
  /** Undefined when the scenario has calls of its own. */
  call: ContractCall | undefined;
  /** The actions in the audit log that the story does not have. */
  audited: string[];
  /** The access tokens of the people of the story. */
  tokens: string[];
}

export interface Walk {
  play(visit: Visit): Promise<Scene>;
  /** Plays it with HEAD: once more from the start only if it has written something. */
  playHead(scene: Scene): Promise<Answer>;
}

/** The one entry that the audit log has at the start of the story. */
const storyEntry = exampleOf('AuditEntryList').data[0].id;

/** Registers its own clean-up: call it at the top level of a test file. */
export async function startWalk(): Promise<Walk> {
  const issuer = await startTestIssuer('demo-id');
  const apple = await startAppleService();
  const [mux, cloudflare] = [await startMux(), await startCloudflare()];
  const [atMux, atCloudflare] = [createMux(mux.settings), createCloudflare(cloudflare.settings)];
  afterAll(() => Promise.all([mux.close(), cloudflare.close(), apple[Symbol.asyncDispose]()]));
  const paymentProvider = createFakeProvider();
  for (const { id, unit_amount } of exampleOf('OfferList').data.map(({ price }: { price: object }) => price))
    paymentProvider.prices.set(id, newPrice(id, { amount: unit_amount }));
  const { api, observe, countWrites } = await startStage(
    {
      allowedOrigins: ['http://localhost:3000'],
      oidcProviders: [issuer.settings],
      apps: { ...noApps, push: { apns: apple.settings } },
      // Two open streams of one address.
      connectionsMax: 1_000,
      connectionsPerAddressMax: 4,
    },
    {
      paymentProvider,
      // One server has one provider; this one believes both.
      remoteProvider: {
        ...atMux,
        isGenuine: (...message) => atMux.isGenuine(...message) || atCloudflare.isGenuine(...message),
      },
    },
  );

  let world: World | undefined;
  let writesOfStory = 0;

  /** What lives in memory goes back to the start of the story each time, because no statement tells of its changes. */
  async function startOfStory(): Promise<World> {
    api.clock.reset();
    api.clock.advance(storyNow.getTime() - Date.now());
    paymentProvider.createdPrices.clear();
    paymentProvider.promotionCodes.clear();
    paymentProvider.promotionCodes.set('EARLYBIRD', newPromotionCode('EARLYBIRD', { id: 'promo_EarlyBird' }));
    if (world === undefined || countWrites() > writesOfStory) {
      await insertStory(api.db);
      const [sam, robin] = [
        await api.signInAs({ userId: samId, withFactor: true }),
        await api.signInAs({ userId: robinId }),
      ];
      world = { api, sam, robin, issuer, paymentProvider, mux, cloudflare, send };
      writesOfStory = countWrites();
    }
    return world;
  }

  function send(call: ContractCall, as: Scenario['as'] = 'sam'): Promise<Answer> {
    const request = as === 'nobody' || world === undefined ? api.request : world[as].request;
    const headers = { ...canaryHeaders, ...call.headers };
    return request(targetOf(call), { headers, cookies: call.cookies, body: call.body });
  }

  async function listAudited(): Promise<string[]> {
    if (countWrites() === writesOfStory) return [];
    const entries = await api.db.selectFrom('auditEntries').select(['id', 'action']).execute();
    return [...new Set(entries.filter(({ id }) => id !== storyEntry).map(({ action }) => action))];
  }

  async function play(visit: Visit): Promise<Scene> {
    const { operation, scenario } = visit;
    const now = await startOfStory();
    await scenario.given?.(now);
    const call = scenario.play ? undefined : exampleCall(operation, scenario.example);
    if (call) await scenario.change?.(call, now);
    const observed = await observe(
      () => (call ? send(call, scenario.as) : (scenario.play as NonNullable<Scenario['play']>)(now)),
      scenario.fault,
    );
    const tokens = [now.sam.accessToken, now.robin.accessToken];
    return { ...visit, ...observed, call, audited: await listAudited(), tokens };
  }

  async function playHead(scene: Scene): Promise<Answer> {
    const { operation, scenario, call, writes } = scene;
    if (call && writes.length === 0) return send({ ...call, method: 'HEAD' }, scenario.as);
    return (await play({ ...scene, operation: { ...operation, method: 'HEAD' } })).answer;
  }

  return { play, playHead };
}
