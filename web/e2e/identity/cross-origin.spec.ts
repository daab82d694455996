/**
 * A page of an app and a page of a stranger call a real server on another port (docs/product.md, section 40). Nothing is
 * routed: with a route the browser would answer preflights itself.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type DemoServer, startDemoServer } from '../servers/demo-server.ts';
import { demoViewer, liveCompetition } from '../viewer.ts';

/** What the browser notes about calls that it refuses, or that are refused. */
test.beforeEach(({ provokes }) => provokes(/blocked by CORS policy|^Failed to load resource/));
test.describe.configure({ mode: 'serial' });

const api = '/api/v1';

/** An empty page, and what its origin was asked. */
async function servePage(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Page</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

let [app, stranger]: Array<Awaited<ReturnType<typeof servePage>> | undefined> = [];
let server: DemoServer | undefined;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [app, stranger] = [await servePage(), await servePage()];
  server = await startDemoServer({ APP_ORIGINS: app.origin });
});
test.afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  for (const page of [app, stranger]) page?.server.close();
});

const started = <T>(part: T | undefined): T => {
  if (part === undefined) throw new Error('It did not start');
  return part;
};

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: 'include';
}

interface Read {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** @returns what the page can read, or `refused` by the browser. */
function read(page: Page, path: string, init: Call = {}): Promise<Read | 'refused'> {
  const url = new URL(path, started(server).url).href;
  return page.evaluate(
    async ({ url, init }) => {
      const answer = await fetch(url, init).catch(() => undefined);
      if (answer === undefined) return 'refused' as const;
      const body = await answer.text();
      return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
    },
    { url, init },
  );
}

async function readJson(page: Page, path: string, init: Call = {}) {
  const answer = await read(page, path, init);
  if (answer === 'refused') throw new Error(`The browser refused ${path}`);
  return { ...answer, json: JSON.parse(answer.body) };
}

const jsonBody = (body: object): Call => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('a page of the app signs in, reads, watches and follows an event, with tokens alone', async ({
  page,
}) => {
  await page.goto(started(app).origin);
  const login = await readJson(
    page,
    `${api}/identity/auth/credentials/login?includeTokens=true`,
    jsonBody(demoViewer),
  );
  expect(login.status).toBe(200);
  const authorization = `Bearer ${login.json.tokens.accessToken.value}`;
  expect(await page.context().cookies(started(server).url)).toEqual([]);

  const userInfo = `${api}/identity/auth/token/user-info`;
  const before = await countPreflights();
  for (let time = 0; time < 2; time += 1)
    expect((await readJson(page, userInfo, { headers: { authorization } })).json.email).toBe(
      demoViewer.email,
    );
  expect(await countPreflights()).toBe(before + 1);
  const refused = await readJson(page, userInfo);
  expect([refused.status, refused.json.type]).toEqual([401, '/problems/unauthorized']);

  const list = await readJson(page, `${api}/kickboxing/competitions`);
  expect(Date.parse(String(list.headers.date))).not.toBeNaN();
  const { id } = list.json.data.find(({ name }: { name: string }) => name === liveCompetition);
  const competition = await readJson(page, `${api}/kickboxing/competitions/${id}`);
  const [block] = competition.json.blocks.filter(
    ({ liveStreams }: { liveStreams: Array<{ status: string }> }) =>
      liveStreams.some(({ status }) => status === 'active'),
  );
  const stream = block.liveStreams.find(({ status }: { status: string }) => status === 'active');
  const signed = await readJson(
    page,
    `${api}/kickboxing/competitions/${id}/blocks/${block.id}/live-streams/${stream.id}/signed-url`,
    { headers: { authorization } },
  );
  expect(signed.status).toBe(200);

  const master = await read(page, signed.json.url);
  const level = firstAddress(master, signed.json.url);
  const playlist = await read(page, level);
  const segment = await read(page, firstAddress(playlist, level), { headers: { range: 'bytes=0-99' } });
  expect(segment).toMatchObject({
    status: 206,
    headers: { 'content-range': expect.stringMatching(/^bytes 0-99\//) },
  });

  const first = await page.evaluate(
    (url) =>
      new Promise<string>((resolve, reject) => {
        const events = new EventSource(url);
        events.addEventListener('competition', ({ data }) => {
          events.close();
          resolve(data);
        });
        events.onerror = () => reject(new Error('The stream was refused'));
      }),
    `${started(server).url}${api}/kickboxing/competitions/${id}/events`,
  );
  expect(JSON.parse(first).id).toBe(id);
});

test('a page of the app can do nothing with the cookies of the browser', async ({ page }) => {
  await page.goto(started(server).url);
  const { url } = started(server);
  const login = await page.request.post(`${url}${api}/identity/auth/credentials/login`, { data: demoViewer });
  expect(login.status()).toBe(200);
  // Cookies know no ports: the browser would send those of the server from this page, too.
  await page.goto(started(app).origin);
  const userInfo = `${api}/identity/auth/token/user-info`;
  expect(await read(page, userInfo, { credentials: 'include' })).toBe('refused');
  const ended = await read(page, `${api}/identity/auth/credentials/logout`, { credentials: 'include' });
  expect(ended).toBe('refused');
  expect((await page.request.get(`${url}${userInfo}`)).status()).toBe(200);
});

test('the browser refuses a page of another origin, which can read segments and pictures alone', async ({
  page,
}) => {
  const { url } = started(server);
  await page.goto(started(stranger).origin);
  for (const path of [
    `${api}/kickboxing/competitions`,
    `${api}/nope`,
    `${api}/identity/auth/token/user-info`,
  ]) {
    expect(await read(page, path)).toBe('refused');
    expect(await read(page, path, { headers: { authorization: 'Bearer x' } })).toBe('refused');
  }
  const login = `${api}/identity/auth/credentials/login?includeTokens=true`;
  expect(await read(page, login, jsonBody(demoViewer))).toBe('refused');
  expect(await read(page, '/media/hls/nope/master.m3u8')).toBe('refused');
  expect(await read(page, '/media/segments/nope')).not.toBe('refused');
  const failed = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const events = new EventSource(address);
        events.onerror = () => resolve('refused');
        events.onopen = () => resolve('open');
      }),
    `${url}${api}/kickboxing/competitions/rotterdam-rumble-7/events`,
  );
  expect(failed).toBe('refused');
});

/** What the server has answered, as it counts itself. */
async function countPreflights(): Promise<number> {
  const metrics = await (await fetch(`${started(server).url}/metrics`)).text();
  const [, count = '0'] = /_count\{[^}]*method="OPTIONS"[^}]*status="204"[^}]*\} (\d+)/.exec(metrics) ?? [];
  return Number(count);
}

/** The first address in a playlist, whole. */
function firstAddress(playlist: Read | 'refused', base: string): string {
  if (playlist === 'refused') throw new Error(`The browser refused ${base}`);
  expect(playlist.status).toBe(200);
  const line = playlist.body.split('\n').find((text) => text !== '' && !text.startsWith('#'));
  return new URL(String(line), base).href;
}
