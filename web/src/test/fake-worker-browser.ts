import { vi } from 'vitest';
import { startWorker, type WorkerScope } from '../offline/worker.ts';

export const origin = 'https://ringside.test';

/** A browser with one worker: its caches outlive each worker that `install` starts. */
export function createFakeBrowser() {
  const stores = new Map<string, Map<string, Response>>();
  let openPages = 1;
  const address = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), origin).href;
  let isOnline = true;
  let answer = (_request: Request): Response => new Response('from the network');
  const network = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const response = answer(new Request(address(input), init));
    Object.defineProperty(response, 'type', { value: 'basic' });
    return response;
  });
  /** What browsers throw when the storage is full (only writes fail) or broken (each call does). */
  let written: Promise<unknown> | undefined;
  let fault: 'full' | 'broken' | undefined;
  const touch = (kind: 'read' | 'write') => {
    if (fault === 'broken' || (fault && kind === 'write')) throw new Error(`the storage is ${fault}`);
  };
  const open = async (name: string) => {
    touch('read');
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      addAll: async (keys: RequestInfo[]) => {
        const kept = await Promise.all(keys.map(async (key) => [address(key), await network(key)] as const));
        const bad = kept.find(([, response]) => !response.ok);
        if (bad) throw new TypeError(`${bad[0]} answered ${bad[1].status}`);
        for (const [key, response] of kept) store.set(key, response);
      },
      put: async (key: string, response: Response) => {
        touch('write');
        await written;
        store.delete(address(key));
        store.set(address(key), response);
      },
      match: async (key: string) => store.get(address(key))?.clone(),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async (request: Request) => store.delete(request.url),
    };
  };
  async function install(version: string, files = [`/assets/app-${version}.js`]) {
    const listeners = new Map<string, (event: object) => void>();
    const skipWaiting = vi.fn(async () => {});
    const claim = vi.fn(async () => {});
    /** What `fetch` events wait for beside their answer. */
    const awaited: Promise<unknown>[] = [];
    const disablePreload = vi.fn(async () => {});
    const scope = {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      location: { origin },
      caches: {
        open,
        keys: async () => {
          touch('read');
          return [...stores.keys()];
        },
        delete: async (name: string) => stores.delete(name),
      },
      clients: {
        claim,
        matchAll: async () => Array.from({ length: openPages }),
      },
      skipWaiting,
      registration: { navigationPreload: { disable: disablePreload } },
      fetch: network,
    };
    startWorker(scope as unknown as WorkerScope, { version, files, plainFiles: ['/favicon.svg'] });
    const emit = async (name: string, event: object = {}) => {
      let done: Promise<unknown> | undefined;
      listeners.get(name)?.({
        ...event,
        waitUntil: (promise: Promise<unknown>) => {
          done = promise;
        },
      });
      await done;
    };
    await emit('install');
    return {
      activate: () => emit('activate'),
      keep: (data: unknown) => emit('message', { data, ports: [] }),
      skipWaiting,
      claim,
      disablePreload,
      whenKept: () => Promise.all(awaited),
      /** The answer to the question of a page; undefined when the worker gave no answer. */
      askAsPage: async (data: unknown) => {
        const postMessage = vi.fn();
        await emit('message', { data, ports: [{ postMessage }] });
        return postMessage.mock.calls[0]?.[0] as unknown;
      },
      /** The worker's answer; undefined: it leaves the request to the browser. */
      ask: (url: string, { mode = 'cors', method = 'GET' } = {}) => {
        let answered: Promise<Response> | undefined;
        const request = { url: address(url), mode, method };
        listeners.get('fetch')?.({
          request,
          waitUntil: (promise: Promise<unknown>) => awaited.push(promise),
          respondWith: (response: Promise<Response>) => {
            answered = response;
          },
        });
        return answered;
      },
    };
  }
  return {
    install,
    network,
    stores,
    answer: (next: typeof answer) => {
      answer = next;
    },
    /** Writes never end. */
    hangStorage: () => {
      written = new Promise(() => {});
    },
    spoilStorage: (next: typeof fault) => {
      fault = next;
    },
    openPages: (count: number) => {
      openPages = count;
    },
    goOffline: (isOffline = true) => {
      isOnline = !isOffline;
    },
  };
}
