/**
 * Calls to the JSON API of a video provider, with the errors of the port. After a 429 nothing is asked until the provider
 * takes calls again: some block an account for longer that goes on asking. A short pause is waited for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { RemoteAway, RemoteRefusal } from '../video-provider.ts';

export interface RemoteApi {
  /** @returns the parsed answer; undefined when it is empty. @throws RemoteAway, RemoteRefusal. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T>;
  /** GET. @returns undefined when there is no such thing. @throws RemoteAway, RemoteRefusal. */
  find<T>(path: string): Promise<T | undefined>;
  /** DELETE; what is gone already is fine. @throws RemoteAway, RemoteRefusal. */
  remove(path: string): Promise<void>;
}

const answerMs = 5_000;
/** A pause that a call waits for. */
const patienceMs = 2_000;
const mostTries = 3;
const longestPauseMs = 5 * 60_000;
/** Anything else would be another path of the API. */
const plainId = /^[A-Za-z0-9_-]{1,64}$/;

/** @param base with a trailing slash. */
export function createRemoteApi(name: string, base: string, authorization: string): RemoteApi {
  let pausedUntil = 0;

  /** A call that was refused by a 429 has done nothing, so any of them may be sent again. */
  async function send(method: string, path: string, body?: object): Promise<Response> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const pauseMs = pausedUntil - performance.now();
      if (pauseMs > patienceMs) break;
      if (pauseMs > 0) await wait(pauseMs);
      const response = await sendOnce(method, path, body);
      if (response.status !== 429) return response;
      await response.body?.cancel();
      pausedUntil = performance.now() + pauseOf(response.headers.get('retry-after'));
    }
    throw new RemoteAway(`${name} takes no more calls for now (HTTP 429)`);
  }

  const sendOnce = (method: string, path: string, body?: object) =>
    fetch(`${base}${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    }).catch((cause) => {
      throw new RemoteAway(`${name} did not answer`, { cause });
    });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await send(method, path, body);
    const text = await response.text().catch((cause) => {
      throw new RemoteAway(`The answer of ${name} was cut off`, { cause });
    });
    if (response.status >= 500) throw new RemoteAway(`HTTP ${response.status}`);
    if (!response.ok) throw new RemoteRefusal(response.status);
    if (text === '') return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new RemoteAway(`${name} sent no JSON`, { cause });
    }
  }
  return {
    call,
    find: <T>(path: string) => call<T>('GET', path).catch(unlessMissing),
    remove: (path) => call<void>('DELETE', path).catch(unlessMissing),
  };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof RemoteRefusal && error.status === 404) return undefined;
  throw error;
}

export const isPlainId = (id: string): boolean => plainId.test(id);

/** @param header seconds or a date; null: the provider does not say. */
function pauseOf(header: string | null): number {
  const seconds = Number(header ?? 1);
  const ms = Number.isNaN(seconds) ? Date.parse(header ?? '') - Date.now() : seconds * 1_000;
  return Math.min(Math.max(Number.isNaN(ms) ? 1_000 : ms, 250), longestPauseMs);
}

/** What a name may be long at a provider, in bytes. */
const nameBytes = 255;

/** @returns the name, cut where it is too long for a provider. */
export function shortName(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= nameBytes) return name;
  // A character that was cut in two is left out.
  return bytes
    .subarray(0, nameBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}
