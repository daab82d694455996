import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeBrowser, origin } from '../test/fake-worker-browser.ts';

const listPath = '/api/v1/kickboxing/competitions';
const listOf = (instant: string) =>
  `${origin}${listPath}?filter=${encodeURIComponent(`{"endDate":{"gt":"${instant}"}}`)}&order=startDate`;
const first = listOf('2026-11-20T19:00:00.000Z');
const later = listOf('2026-11-20T21:35:00.000Z');

let browser: ReturnType<typeof createFakeBrowser>;
// Node's `Request` takes no path.
beforeEach(() => {
  browser = createFakeBrowser();
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
    await worker.whenKept();
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
    await worker.whenKept();
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
    await worker.whenKept();
    expect(browser.stores.get('ringside-schedule')?.size).toBe(8);
  });
});

describe.each(['full', 'broken'] as const)('a %s storage (34.8)', (fault) => {
  it('changes nothing with a network', async () => {
    const worker = await browser.install('1');
    browser.spoilStorage(fault);
    browser.answer(() => new Response('from the network'));
    for (const url of [first, '/assets/app-1.js', '/favicon.svg'])
      expect(await (await worker.ask(url))?.text(), url).toBe('from the network');
    await worker.keep({ keep: [first] });
    await worker.whenKept();
  });

  it('lets a worker take over', async () => {
    const worker = await browser.install('2');
    browser.spoilStorage(fault);
    await worker.activate();
    expect(worker.claim).toHaveBeenCalledOnce();
  });

  it('without a network is the fault of the network', async () => {
    const worker = await browser.install('1');
    browser.spoilStorage(fault);
    await worker.ask(first);
    await worker.whenKept();
    browser.goOffline();
    await expect(worker.ask(first)).rejects.toThrow('Failed to fetch');
  });
});

it('answers the schedule without waiting for the storage', async () => {
  const worker = await browser.install('1');
  browser.hangStorage();
  expect((await worker.ask(first))?.status).toBe(200);
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
