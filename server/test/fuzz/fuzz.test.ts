/**
 * Every request, however hostile, gets an answer that matches the contract, arrives in time and is not a server error.
 * The seed repeats a run: `FUZZ_SEED=7 FUZZ_REQUESTS=20000 pnpm fuzz`.
 *
 * @tier all
 * @engine one
 */
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { checkAnswer, findOperation } from '../contract/contract-check.ts';
import { insertStory, robinId, samId, storyNow } from '../contract/story.ts';
import { startApi } from '../harness.ts';
import { startTestIssuer } from '../identity/providers/test-issuer.ts';
import type { Random } from './random.ts';
import { describeRequest, type FuzzRequest, type RawAnswer, sendRaw } from './raw-http.ts';
import { requestOf } from './requests.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const count = Number(process.env.FUZZ_REQUESTS ?? 1_500);
/** The story is inserted again after this many requests, because they change and delete much of it. */
const requestsPerStory = 250;
const atOnce = 8;
/** The time limit of one answer, also on a busy machine. */
const limitMs = 20_000;

const issuer = await startTestIssuer('demo-id');
const api = await startApi({
  trustProxy: ['127.0.0.1'],
  logLevel: 'error',
  allowedOrigins: ['http://localhost:3000'],
  oidcProviders: [issuer.settings],
});
let port = 0;
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.app.server.address() as AddressInfo);
});

let tokens: Record<'viewer' | 'administrator', string[]> = { viewer: [], administrator: [] };

async function resetStory(): Promise<void> {
  api.clock.reset();
  api.clock.advance(storyNow.getTime() - Date.now());
  await insertStory(api.db);
  // Many devices, because requests sign out and end devices.
  const devices = async (userId: string) => {
    const signedIn = [];
    for (let left = 12; left > 0; left -= 1) signedIn.push((await api.signInAs({ userId })).accessToken);
    return signedIn;
  };
  tokens = { viewer: await devices(robinId), administrator: await devices(samId) };
}

/** Headers of an anonymous caller, a viewer or an administrator, with a token or a cookie, from a random address. */
function credentials(random: Random): Array<[string, string]> {
  const address: [string, string] = [
    'x-forwarded-for',
    `10.${random.number(0, 255)}.${random.number(0, 255)}.1`,
  ];
  const who = random.pick(['anonymous', 'viewer', 'administrator', 'administrator'] as const);
  if (who === 'anonymous') return [address];
  const token = random.pick(tokens[who]);
  const carried: [string, string] = random.withProbability(0.7)
    ? ['authorization', `Bearer ${token}`]
    : ['cookie', `accessToken=${token}`];
  return [address, carried];
}

interface Outcome {
  request: FuzzRequest;
  answer: RawAnswer | undefined;
  fault: string | undefined;
}

async function attempt(index: number): Promise<Outcome> {
  const request = requestOf(seed, index, credentials);
  try {
    const answer = await sendRaw(port, request, limitMs);
    return { request, answer, fault: faultOf(request, answer) };
  } catch (error) {
    return { request, answer: undefined, fault: (error as Error).message };
  }
}

function faultOf(request: FuzzRequest, { status, headers, body }: RawAnswer): string | undefined {
  const [path = ''] = request.target.split('?', 1);
  // For a request that is not a plain call of an operation, the test only checks that an error is a problem.
  const isPlain = request.raw === undefined && /^[\w/.-]*$/.test(path);
  const operation = isPlain ? findOperation(request.method, path) : undefined;
  if (status >= 500 && status !== 503) return `a server error: ${status}`;
  if (request.method === 'HEAD' || (request.raw !== undefined && status < 400)) return undefined;
  try {
    const isJson = /json/.test(headers['content-type'] ?? '');
    const answer = { status, headers, body: isJson ? JSON.parse(body) : body };
    checkAnswer(operation ? request.method : 'GET', operation ? path : '/', answer);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

it(`answers ${count} requests of seed ${seed} according to the contract`, {
  timeout: 20_000 + count * 100,
}, async () => {
  const statuses = new Map<number, number>();
  const operations = new Set<string>();
  const faults: string[] = [];
  let slowest = 0;
  for (let start = 0; start < count && faults.length < 10; start += requestsPerStory) {
    await resetStory();
    let next = start;
    const end = Math.min(start + requestsPerStory, count);
    const workers = Array.from({ length: atOnce }, async () => {
      while (next < end) {
        const index = next++;
        const { request, answer, fault } = await attempt(index);
        if (answer !== undefined) {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          slowest = Math.max(slowest, answer.ms);
          if (answer.status < 300) operations.add(request.operationId);
        }
        if (fault !== undefined)
          faults.push(
            `request ${index} (${request.kind}, ${request.operationId}): ${fault}\n${describeRequest(request)}`,
          );
      }
    });
    await Promise.all(workers);
    const { status } = await sendRaw(port, { ...healthCheck }, limitMs);
    expect(status, 'the server is alive').toBe(200);
  }
  const figures = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  process.stdout.write(`Fuzz, seed ${seed}: ${figures.join(', ')}; slowest ${Math.round(slowest)} ms\n`);
  expect(faults.join('\n\n') + (faults.length > 0 ? `\n\n${api.log.slice(-20).join('')}` : '')).toBe('');
  // The test is only useful if enough operations succeed.
  expect(operations.size).toBeGreaterThan(count >= 1_500 ? 30 : 0);
});

const healthCheck: FuzzRequest = {
  operationId: 'healthz',
  kind: 'valid',
  method: 'GET',
  target: '/healthz',
  headers: [],
  body: undefined,
};
