/**
 * Calls that the server answers with `work-required` compute what it asks for and go out again, so that no page has to know
 * which calls may need it. The forms show that this device computes (`identity/work-notice.tsx`) and can stop it.
 */
import type { components } from '@ringside/openapi/schema';
import { createStore } from '../store.ts';
import { hasType } from './problem.ts';

type Work = components['schemas']['Work'];

/** The work of the call that computes now. */
const running = createStore<AbortController | null>(null);

export const subscribeToWork = running.subscribe;
export const isWorking = () => running.get() !== null;
/** The call then fails with the problem. */
export const cancelWork = () => running.get()?.abort();

/** A challenge may expire on a device that sleeps. */
const mostTries = 3;

export async function answerWork(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  let response = await send(request.clone());
  for (let tries = 0; tries < mostTries; tries++) {
    const work = await workOf(response);
    const proof = work && (await proofOf(work, request.signal));
    if (proof === undefined) return response;
    response = await send(await withProof(request, proof));
  }
  return response;
}

async function workOf(response: Response): Promise<Work | undefined> {
  if (response.status !== 429) return undefined;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return hasType(problem, 'work-required') ? (problem as { work?: Work }).work : undefined;
}

/** @returns undefined when the viewer has stopped it, or its code could not be loaded. @throws when the call was aborted. */
async function proofOf(work: Work, signal: AbortSignal): Promise<string | undefined> {
  const mine = new AbortController();
  const abort = () => mine.abort();
  signal.addEventListener('abort', abort);
  running.set(mine);
  try {
    const { solveWork } = await import('./solve-work.ts');
    return await solveWork(work, mine.signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    signal.removeEventListener('abort', abort);
    if (running.get() === mine) running.set(null);
  }
}

/** In the body of a call that has one, otherwise in its address. */
async function withProof(request: Request, proof: string): Promise<Request> {
  if (request.method === 'GET') {
    const url = new URL(request.url);
    url.searchParams.set('proof', proof);
    return new Request(url, request);
  }
  const body = { ...(await request.clone().json()), proof };
  return new Request(request.clone(), { body: JSON.stringify(body) });
}
