/**
 * The service worker. It makes the app open without a network; with one, nothing changes: pages and lists always come
 * from the network first, so a new build is there with the next load. A new worker waits until the pages of the old
 * one are closed, or until the only one is of its own build, so it never takes files away from an open page.
 * `SERVICE_WORKER=0` makes the server send another script in its place, which removes it (docs/operations.md).
 * Navigation preload is not used: in Chromium 156 a page that was loaded with it while the worker was stopped by the
 * tools ended the browser, in 2 of 2 runs. It would save 10 to 20 ms at the start of a stopped worker.
 */
import { isPage, mayKeep, scheduleKey } from './kept.ts';

export interface WorkerBuild {
  version: string;
  /** With a hash in the name: these never change. */
  files: readonly string[];
  /** The same name in each build. */
  plainFiles: readonly string[];
}

/** What pages send: the lists that the server has written into them, and that the worker has not seen come. */
export interface KeepMessage {
  keep: string[];
}

/** What pages send to a worker that waits. The `BuildAnswer` comes by the port that is sent along. */
export interface BuildMessage {
  /** The first module of the page. Its name is another one in each build. */
  entry: string;
}

export interface BuildAnswer {
  /** The page is of the worker's build. */
  isSame: boolean;
}

interface ExtendableEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

interface PageMessageEvent extends ExtendableEvent {
  data: unknown;
  ports: readonly Pick<MessagePort, 'postMessage'>[];
}

/** The part of `ServiceWorkerGlobalScope` that is used; its types exclude those of the page. */
export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessageEvent) => void): void;
  location: { origin: string };
  caches: CacheStorage;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly unknown[]>;
  };
  skipWaiting: () => Promise<void>;
  registration: { navigationPreload?: { disable: () => Promise<void> } };
  fetch: typeof fetch;
}

const shellPage = '/offline.html';
const shellPrefix = 'ringside-shell-';
const scheduleCache = 'ringside-schedule';
const keptLists = 8;
const freshSeconds = 3_600;

export function startWorker(scope: WorkerScope, { version, files, plainFiles }: WorkerBuild) {
  const shellCache = `${shellPrefix}${version}`;
  const hashed = new Set(files);
  const plain = new Set(plainFiles);

  scope.addEventListener('install', (event) => event.waitUntil(keepShell()));
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  scope.addEventListener('message', (event) => event.waitUntil(answerPage(event)));
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event);
    if (answer) event.respondWith(answer);
  });

  async function keepShell() {
    const shell = await scope.caches.open(shellCache);
    const plainRequests = [shellPage, ...plain].map((file) => new Request(file, { cache: 'reload' }));
    await shell.addAll([...files, ...plainRequests]);
  }

  async function takeOver() {
    // A broken storage keeps the old files, and the worker takes over all the same.
    await removeOldShells().catch(() => {});
    // Workers of earlier builds enabled it.
    await scope.registration.navigationPreload?.disable();
    await scope.clients.claim();
  }

  async function removeOldShells() {
    const names = await scope.caches.keys();
    const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shellCache);
    await Promise.all(old.map((name) => scope.caches.delete(name)));
  }

  async function answerPage({ data, ports: [port] }: PageMessageEvent) {
    const { keep, entry } = (data ?? {}) as Partial<KeepMessage & BuildMessage>;
    if (Array.isArray(keep)) await keepListed(keep);
    if (typeof entry !== 'string') return;
    const isSame = hashed.has(entry);
    // First the answer: the browser may let the worker wait until events of the old one have ended.
    port?.postMessage({ isSame } satisfies BuildAnswer);
    if (isSame) await takeOverFromOnePage();
  }

  /** Only where nothing else is open: another tab may still need the files of its own build, such as for a video. */
  async function takeOverFromOnePage() {
    const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (windows.length <= 1) await scope.skipWaiting();
  }

  /** Undefined: the browser asks the network itself, as if there were no worker. */
  function answerTo(event: FetchEvent): Promise<Response> | undefined {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return undefined;
    if (request.mode === 'navigate') return isPage(url) ? fromNetwork(request, shellPage) : undefined;
    if (hashed.has(url.pathname)) return fromShell(request, url.pathname);
    if (plain.has(url.pathname)) return fromNetwork(request, url.pathname);
    const key = scheduleKey(url);
    return key === undefined ? undefined : listFromNetwork(event, key);
  }

  async function fromShell(request: Request, file: string) {
    return (await findIn(shellCache, file)) ?? scope.fetch(request);
  }

  async function fromNetwork(request: Request, file: string) {
    try {
      return await scope.fetch(request);
    } catch (error) {
      const kept = await findIn(shellCache, file);
      if (kept) return kept;
      throw error;
    }
  }

  async function listFromNetwork(event: FetchEvent, key: string) {
    try {
      const answer = await scope.fetch(event.request);
      if (mayKeep(answer)) event.waitUntil(keepList(key, answer.clone()));
      return answer;
    } catch (error) {
      const kept = await findIn(scheduleCache, key);
      if (kept) return withAge(kept);
      throw error;
    }
  }

  async function findIn(cacheName: string, key: string) {
    try {
      return await (await scope.caches.open(cacheName)).match(key);
    } catch {
      // A full or broken storage is the same as an empty one.
      return undefined;
    }
  }

  async function keepList(key: string, answer: Response) {
    try {
      const cache = await scope.caches.open(scheduleCache);
      await cache.put(key, answer);
      const surplus = (await cache.keys()).slice(0, -keptLists);
      await Promise.all(surplus.map((request) => cache.delete(request)));
    } catch {
      // A full or broken storage: without a network the schedule is older, or missing.
    }
  }

  async function isFresh(key: string) {
    const kept = await findIn(scheduleCache, key);
    return kept !== undefined && ageOf(kept) < freshSeconds;
  }

  /** Once an hour at most, because each page sends them. The requests carry no cookies. */
  async function keepListed(keep: readonly string[]) {
    for (const address of keep.slice(0, keptLists)) {
      const url = new URL(address, scope.location.origin);
      const key = url.origin === scope.location.origin ? scheduleKey(url) : undefined;
      if (key === undefined || (await isFresh(key))) continue;
      const answer = await scope.fetch(url.href, { credentials: 'omit' }).catch(() => undefined);
      if (answer && mayKeep(answer)) await keepList(key, answer);
    }
  }
}

/** Says that a cache answers: without `Age` the client would take the old `Date` for the time of the server. */
async function withAge(answer: Response) {
  const headers = new Headers(answer.headers);
  headers.set('Age', String(Math.max(1, ageOf(answer))));
  return new Response(await answer.blob(), { status: 200, headers });
}

function ageOf({ headers }: Response) {
  const since = Date.parse(headers.get('Date') ?? '') || 0;
  return Math.round((Date.now() - since) / 1000);
}
