/** What goes wrong between the server and a viewer in an evening, and the video that goes on by itself (34.40, 34.41). */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type DemoServer, startDemoServer } from '../servers/demo-server.ts';
import { demoViewer, expectPlaying, livePath, signInByCall, stopOwnDevices, video } from '../viewer.ts';
import { type FaultyNetwork, openFaultyNetwork } from './faulty-network.ts';

/** What the browser notes about requests that this journey makes fail. */
test.beforeEach(({ provokes }) =>
  provokes(/^Failed to load resource: (?:net::ERR_|.* status of (?:404|503))/),
);
test.describe.configure({ mode: 'serial' });

const goesOnWithinMs = 10_000;

let server: DemoServer;
let network: FaultyNetwork;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startDemoServer();
  network = await openFaultyNetwork(server.url);
});
test.afterAll(async () => {
  await network?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test('plays on while a fifth of the segments is late, missing or refused, and when the network falls silent', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await watch(await browser.newContext({ baseURL: network.url }));
  const before = await position(page);
  const faults = [{ lateMs: 3_000 }, { status: 404 }, { status: 503 }];
  const given = new Set<string>();
  network.judge = (path) => {
    const number = Number(/(\d+)\.m4s$/.exec(path)?.[1] ?? Number.NaN);
    // In every quality: what a camera has lost is lost.
    if (Number.isNaN(number) || number % 5 !== 0) return undefined;
    const fault = faults[(number / 5) % faults.length];
    given.add(JSON.stringify(fault));
    return fault;
  };
  await expect.poll(() => given.size, { timeout: 40_000 }).toBe(faults.length);
  network.judge = () => undefined;
  await expectGoesOn(page);
  // In step with the fight: nothing was played again, and the viewer has not fallen behind.
  await expect.poll(() => position(page)).toBeGreaterThan(before + 20);

  // A ping is under way when the network falls silent, and never gets an answer.
  const pings = countPings(page);
  network.judge = (path) => {
    if (path.includes('/ping')) network.beSilent();
    return undefined;
  };
  await expect(page.getByText('Reconnecting')).toBeVisible({ timeout: 40_000 });
  network.judge = () => undefined;
  network.beBack();
  await expectGoesOn(page);
  await expect.poll(pings, { timeout: 15_000 }).toBeGreaterThan(0);
  await expectNoReload(page);
  await page.context().close();
});

test('starts although the first segments of the edge are lost', async ({ browser }) => {
  const lost = new Set<string>();
  network.judge = (path) => {
    const name = /[^/]+\.m4s$/.exec(path)?.[0];
    // In every quality, whenever it is asked for.
    if (name && lost.size < 2) lost.add(name);
    return name && lost.has(name) ? { status: 404 } : undefined;
  };
  const page = await watch(await browser.newContext({ baseURL: network.url }));
  network.judge = () => undefined;
  expect(lost.size).toBe(2);
  await expectAtEdge(page);
  await page.context().close();
});

test('starts although the first call of the page never gets an answer', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: network.url });
  let asked = 0;
  await context.route('**/playback/watches*', () => {
    asked += 1;
  });
  const page = await watch(context);
  expect(asked).toBe(1);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await expectAtEdge(page);
  await context.close();
});

test('goes on after a restart of the server, and without a network', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await watch(await browser.newContext({ baseURL: network.url }));
  await server.kill();
  await expect(page.getByText('Reconnecting')).toBeVisible({ timeout: 30_000 });
  await server.start();
  await expectGoesOn(page);

  await page.context().setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeVisible({ timeout: 30_000 });
  await page.context().setOffline(false);
  await expectGoesOn(page);
  // As after a sleep of the computer: more than 15 seconds behind (16.10).
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.currentTime -= 20;
  });
  await expectAtEdge(page);
  await expectNoReload(page);
  await page.context().close();
});

async function watch(context: BrowserContext) {
  const page = await context.newPage();
  await signInByCall(page, demoViewer);
  await stopOwnDevices(page.request);
  await page.goto(livePath);
  await expectPlaying(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''));
  return page;
}

const position = (page: Page) => video(page).evaluate((v: HTMLVideoElement) => v.currentTime);

function countPings(page: Page) {
  let answered = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/ping') && response.status() === 204) answered += 1;
  });
  return () => answered;
}

/** From now on it has ten seconds until the picture moves, and a little longer to show that it moves on. */
async function expectGoesOn(page: Page) {
  const from = await position(page);
  await expect
    .poll(() => position(page), { timeout: goesOnWithinMs, intervals: [100] })
    .toBeGreaterThan(from + 0.1);
  await expectPlaying(page);
}

/** A viewer who was live before is live again. */
async function expectAtEdge(page: Page) {
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
}

async function expectNoReload(page: Page) {
  await expect(page.locator('html[data-first-load]')).toHaveCount(1);
}
