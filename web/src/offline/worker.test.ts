import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker, type WorkerScope } from './worker.ts';

const origin = 'https://ringside.test';
const listPath = '/api/v1/kickboxing/competitions';
const listOf = (instant: string) =>
  `${origin}${listPath}?filter=${encodeURIComponent(`{"endDate":{"gt":"${instant}"}}`)}&order=startDate`;
const first = listOf('2026-11-20T19:00:00.000Z');
const later = listOf('2026-11-20T21:35:00.000Z');

/** A browser with one worker: its caches outlive each worker that `install` starts. */
function fakeBrowser() {
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
  const open = async (name: string) => {
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
    const disablePreload = vi.fn(async () => {});
    const scope = {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      location: { origin },
      caches: {
        open,
        keys: async () => [...stores.keys()],
        delete: async (name: string) => stores.delete(name),
      },
      clients: {
        claim: vi.fn(async () => {}),
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
      disablePreload,
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
    openPages: (count: number) => {
      openPages = count;
    },
    goOffline: (isOffline = true) => {
      isOnline = !isOffline;
    },
  };
}

let browser: ReturnType<typeof fakeBrowser>;
// Node's `Request` takes no path.
beforeEach(() => {
  browser = fakeBrowser();
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL) {
        super(input instanceof Request ? input : new URL(String(input), origin));
      }
    },
  );
});

describe('a page', () => {
  it('comes from the network while there is one, and from the shell without (34.6)', async () => {
    const worker = await browser.install('1');
    browser.answer(() => new Response('the newest build'));
    expect(await (await worker.ask('/competitions/x', { mode: 'navigate' }))?.text()).toBe(
      'the newest build',
    );
    browser.goOffline();
    expect(await (await worker.ask('/competitions/x', { mode: 'navigate' }))?.text()).toBe(
      'from the network',
    );
    expect([...(browser.stores.get('ringside-shell-1')?.keys() ?? [])]).toContain(`${origin}/offline.html`);
  });

  it.each(['/api/v1/site', '/docs', '/media/x', '/demo/mail', '/openapi.json', '/og.jpg'])(
    'is not the answer to %s',
    async (path) => {
      const worker = await browser.install('1');
      browser.goOffline();
      expect(worker.ask(path, { mode: 'navigate' })).toBeUndefined();
    },
  );
});

describe('nothing is touched (34.7)', () => {
  it.each([
    '/api/v1/identity/auth/token/user-info',
    '/api/v1/kickboxing/competitions/x',
    '/api/v1/kickboxing/competitions/x/access',
    `${listPath}?filter=${encodeURIComponent('{"name":{"ilike":"%a%"}}')}`,
    `${listPath}?q=rumble`,
    `${listPath}?filter=broken`,
    '/media/hls/x/live.m3u8',
    '/assets/other-2.js',
    'https://elsewhere.test/assets/app-1.js',
  ])('of %s', async (url) => {
    expect((await browser.install('1')).ask(url)).toBeUndefined();
  });

  it('of a call that changes something', async () => {
    expect((await browser.install('1')).ask(first, { method: 'POST' })).toBeUndefined();
  });
});

describe('the schedule', () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();

  it('is answered as it was last seen, for any later moment, and with its age', async () => {
    const worker = await browser.install('1');
    browser.answer(() => new Response('{"data":[]}', { headers: { Date: date } }));
    await worker.ask(first);
    browser.goOffline();
    const kept = await worker.ask(later);
    expect(await kept?.text()).toBe('{"data":[]}');
    // Otherwise the client would set its clock by an old answer.
    expect(Number(kept?.headers.get('Age'))).toBeGreaterThanOrEqual(3_599);
  });

  it('fails as without a worker when it was never seen', async () => {
    const worker = await browser.install('1');
    browser.goOffline();
    await expect(worker.ask(first)).rejects.toThrow('Failed to fetch');
  });

  it.each([
    { status: 503 },
    { headers: { 'Cache-Control': 'no-store' } },
    { headers: { 'Cache-Control': 'private' } },
  ])('is not kept from an answer with %o', async (init) => {
    const worker = await browser.install('1');
    browser.answer(() => new Response('{}', init));
    await worker.ask(first);
    expect(browser.stores.get('ringside-schedule')?.size ?? 0).toBe(0);
  });

  it('is kept from a page that was there before the worker, without cookies', async () => {
    const worker = await browser.install('1');
    await worker.keep({
      keep: [first, `${origin}/api/v1/identity/auth/token/user-info`, 'https://elsewhere.test/'],
    });
    await worker.keep('nonsense');
    expect(browser.stores.get('ringside-schedule')?.size).toBe(1);
    expect(browser.network).toHaveBeenLastCalledWith(first, { credentials: 'omit' });
    browser.answer(() => new Response('{}', { headers: { Date: new Date().toUTCString() } }));
    await worker.keep({ keep: [later] });
    const calls = browser.network.mock.calls.length;
    // What is fresh is not asked for again by each page.
    await worker.keep({ keep: [first] });
    expect(browser.network).toHaveBeenCalledTimes(calls);
  });

  it('never grows beyond eight lists', async () => {
    const worker = await browser.install('1');
    for (let offset = 0; offset < 20; offset++) await worker.ask(`${first}&offset=${offset}`);
    expect(browser.stores.get('ringside-schedule')?.size).toBe(8);
  });
});

describe('a new build', () => {
  it('leaves the files of open pages until it takes over, then removes them', async () => {
    const old = await browser.install('1');
    await old.activate();
    await browser.install('2');
    browser.goOffline();
    expect(await (await old.ask('/assets/app-1.js'))?.text()).toBe('from the network');
    browser.goOffline(false);
    await (await browser.install('3')).activate();
    expect([...browser.stores.keys()].filter((name) => name.startsWith('ringside-shell'))).toEqual([
      'ringside-shell-3',
    ]);
  });

  it('takes back the navigation preload that earlier builds enabled', async () => {
    const worker = await browser.install('1');
    expect(worker.disablePreload).not.toHaveBeenCalled();
    await worker.activate();
    expect(worker.disablePreload).toHaveBeenCalledOnce();
  });

  it('is not there when one of its files is missing, and the old one goes on', async () => {
    const old = await browser.install('1');
    await old.activate();
    browser.answer(() => new Response('gone', { status: 404 }));
    await expect(browser.install('2')).rejects.toThrow('404');
    browser.goOffline();
    expect(await (await old.ask('/', { mode: 'navigate' }))?.text()).toBe('from the network');
    expect(await (await old.ask('/assets/app-1.js'))?.text()).toBe('from the network');
  });

  it.each([
    ['takes over from the only page when it is of this build', '/assets/app-2.js', 1, true],
    ['waits for an older page', '/assets/app-1.js', 1, false],
    ['waits for the other pages of a page of this build', '/assets/app-2.js', 2, false],
  ])('%s (41.7)', async (_, entry, pages, takesOver) => {
    const worker = await browser.install('2');
    browser.openPages(pages);
    expect(await worker.askAsPage({ entry })).toEqual({ isSame: entry === '/assets/app-2.js' });
    expect(worker.skipWaiting).toHaveBeenCalledTimes(takesOver ? 1 : 0);
  });

  it.each(['nonsense', null, { entry: 5 }, { keep: 'x'.repeat(20_000) }, {}])(
    'answers nothing to %o',
    async (data) => {
      const worker = await browser.install('2');
      expect(await worker.askAsPage(data)).toBeUndefined();
      expect(worker.skipWaiting).not.toHaveBeenCalled();
    },
  );
});
