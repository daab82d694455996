/** The visits of the walk: every answer that the contract declares, every example, and requests that are nonsense. */
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import type { Answer } from '../harness.ts';
import { canary, canaryCookies, canaryError } from './canaries.ts';
import { bodyExamples, type ContractCall, exampleCall, withUnknownIds } from './contract-calls.ts';
import { scenarios } from './contract-scenarios.ts';
import type { Scenario, World } from './scenario-steps.ts';
import type { Visit } from './walk.ts';

/** Whether it answers without a sign-in. */
export const isPublic = ({ security }: ContractOperation) =>
  security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0);
const isJson = ({ requestBody }: ContractOperation) => requestBody?.mediaTypes[0] === 'application/json';
const successOf = ({ responses }: ContractOperation) => Object.keys(responses)[0] ?? '';

/** More failures than any limit allows. */
const manyFailures = 1_000;

/** Repeats a call until it is limited, as if it had been tried many times before. */
async function callUntilLimited(operation: ContractOperation, world: World): Promise<Answer> {
  // On a slow machine, failures would be forgotten as fast as they are counted.
  world.api.clock.stop();
  for (let time = 0; time < 3; time++) {
    const call = exampleCall(operation);
    call.body = { ...(call.body as object), ...wrongBodies[operation.operationId]?.(time) };
    const answer = await world.send(call, operation.security.length > 0 ? 'sam' : 'nobody');
    if (answer.status === 429) return answer;
    await world.api.db.updateTable('attemptCounters').set({ failures: manyFailures }).execute();
  }
  throw new Error(`${operation.operationId} has no limit`);
}

/** Changes of the body that make a call count, for limits that do not count every one. */
const wrongBodies: { [Id in OperationId]?: (time: number) => object } = {
  login: () => ({ password: 'Round-one-1!' }),
  verifyEmail: () => ({ password: 'Round-one-1!' }),
  changeOwnPassword: () => ({ currentPassword: 'Round-one-1!' }),
  confirmAuthenticator: () => ({ code: '000000' }),
  requestSecondFactorRemoval: () => ({ password: 'Round-one-1!' }),
  stepUp: () => ({ password: 'Round-one-1!' }),
  // A repetition is given back.
  buyProduct: (time) => ({ email: `buyer${time}@example.test` }),
};

const rules: Record<string, (operation: ContractOperation) => Scenario> = {
  400: (operation) => ({
    change: (call) => {
      if (isJson(operation)) call.body = { ...(call.body as object), colour: 'red' };
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
  429: (operation) => ({ play: (world) => callUntilLimited(operation, world) }),
  503: () => ({ fault: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) }),
  default: () => ({ fault: canaryError }),
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

/** These cannot fail here: their handlers do not use the database. */
const withoutDatabase: OperationId[] = [
  'listProviders',
  'createPasskeyLoginOptions',
  'handleMuxWebhook',
  'handleCloudflareWebhook',
];
const isOutOfReach = ({ operationId }: ContractOperation, status: string) =>
  withoutDatabase.includes(operationId) && ['503', 'default'].includes(status);

function declaredVisits(operation: ContractOperation): Visit[] {
  const success = successOf(operation);
  // An operation whose success takes several calls is tried with an invalid request instead.
  const triedByHead = scenarioOf(operation, success)?.play === undefined ? success : '400';
  return Object.keys(operation.responses)
    .filter((status) => !isOutOfReach(operation, status))
    .map((status) => {
      const scenario = scenarioOf(operation, status);
      if (scenario === undefined) throw new Error(`No scenario produces ${operation.operationId} ${status}.`);
      const hasHead = operation.method === 'GET' && status === triedByHead;
      return visit(operation, status, scenario, { hasHead });
    });
}

/** The first example is the call of the visits above. */
function exampleVisits(operation: ContractOperation): Visit[] {
  const success = successOf(operation);
  const [, ...others] = bodyExamples(operation);
  return others.map((example) =>
    visit(
      operation,
      success,
      { ...scenarioOf(operation, success), example },
      { detail: `, example ${example}` },
    ),
  );
}

const nonsense: Array<[detail: string, needsBody: boolean, change: (call: ContractCall) => void]> = [
  [
    'an unknown parameter',
    false,
    (call) => {
      call.query[canary] = canary;
    },
  ],
  [
    'an unknown body',
    true,
    (call) => {
      const fields = { password: canary, email: `${canary}@x.test`, token: canary };
      call.body = JSON.stringify({ [canary]: canary, ...fields });
      call.headers['content-type'] = 'application/json';
    },
  ],
  [
    'half a body',
    true,
    (call) => {
      call.body = `{"password":"${canary}`;
      call.headers['content-type'] = 'application/json';
    },
  ],
];

/** Requests with a canary in each place where a client may put a secret by mistake. */
function nonsenseVisits(operation: ContractOperation): Visit[] {
  return nonsense
    .filter(([, needsBody]) => !needsBody || operation.requestBody !== undefined)
    .map(([detail, needsBody, change]) => {
      const isRead = !needsBody || isJson(operation);
      const status = operation.facts.unknownQuery === 'allow' ? undefined : isRead ? '400' : '415';
      const withCanaries = (call: ContractCall) => {
        change(call);
        call.headers['checkout-key'] = canary.repeat(2);
        call.cookies = { ...canaryCookies };
      };
      return visit(operation, status, { change: withCanaries }, { detail: `, with ${detail}` });
    });
}

const strangers: Array<[detail: string, change: (call: ContractCall) => void]> = [
  ['with false cookies', (call) => Object.assign(call.cookies, canaryCookies)],
  [
    'with a false token',
    (call) => {
      call.headers.authorization = `Bearer ${canary}`;
    },
  ],
];

function strangerVisits(operation: ContractOperation): Visit[] {
  const status = isPublic(operation) ? undefined : '401';
  return strangers.map(([detail, change]) => {
    const asStranger = (call: ContractCall) => {
      change(call);
      call.headers['checkout-key'] = canary.repeat(2);
    };
    return visit(operation, status, { as: 'nobody', change: asStranger }, { detail: `, ${detail}` });
  });
}

/** Sam calls what is public, and what Robin calls in the story. */
function signedInVisits(operation: ContractOperation): Visit[] {
  const { as = 'sam' } = scenarioOf(operation, successOf(operation)) ?? {};
  if (as === 'sam' && !isPublic(operation)) return [];
  return [visit(operation, undefined, {}, { detail: ', signed in' })];
}

function visit(
  operation: ContractOperation,
  status: string | undefined,
  scenario: Scenario,
  { detail = '', hasHead = false }: { detail?: string; hasHead?: boolean },
): Visit {
  const caller = scenario.play ? 'several calls' : (scenario.as ?? 'sam');
  const name = `${operation.operationId} ${status ?? 'any status'} (${caller}${detail})`;
  return { name, operation, scenario, hasHead, ...(status === undefined ? {} : { status }) };
}

export const visits: Visit[] = contractOperations.flatMap((operation) => [
  ...declaredVisits(operation),
  ...exampleVisits(operation),
  ...signedInVisits(operation),
  ...nonsenseVisits(operation),
  ...strangerVisits(operation),
]);
