/** Media that no decoder can read: the player goes on behind it, live and in a replay (docs/product.md, 16.19). */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type DemoServer, startDemoServer } from '../servers/demo-server.ts';
import {
  demoViewer,
  expectPlaying,
  livePath,
  pressControl,
  signInByCall,
  stopOwnDevices,
  video,
} from '../viewer.ts';
import { withoutBoxes, withUnreadablePicture } from './damage.ts';
import { type FaultyNetwork, openFaultyNetwork } from './faulty-network.ts';

test.describe.configure({ mode: 'serial' });

const replayPath = '/competitions/open-ring-ghent/afternoon';

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

for (const [what, change] of [
  ['a picture that cannot be read', withUnreadablePicture],
  ['a file that cannot be read', withoutBoxes],
] as const) {
  test(`goes on at the live edge behind ${what}`, async ({ browser }) => {
    const page = await watch(await browser.newContext({ baseURL: network.url }), livePath);
    const from = await position(page);
    let damaged: string | undefined;
    network.judge = (path) => {
      const number = numberOf(path);
      damaged ??= number;
      // In every quality.
      return number !== undefined && number === damaged ? { change } : undefined;
    };
    await expect.poll(() => damaged).toBeDefined();
    await expect.poll(() => position(page)).toBeGreaterThan(from + 8);
    await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeAttached();
    await expectGoesOnByItself(page);
    await page.context().close();
  });

  test(`plays a replay from end to end over ${what}, whenever the viewer comes there`, async ({
    browser,
  }) => {
    // From 4 to 6 seconds.
    network.judge = (path) => (numberOf(path) === '2' ? { change } : undefined);
    const page = await watch(await browser.newContext({ baseURL: network.url }), replayPath);
    await expect.poll(() => position(page), { timeout: 40_000 }).toBeGreaterThan(7);
    await expectGoesOnByItself(page);

    // Back into it, to 5 seconds, and paused: Play helps.
    await pressControl(page, /^Pause$/);
    for (const key of ['Home', 'ArrowRight', 'k']) await page.keyboard.press(key);
    await expect.poll(() => position(page), { timeout: 40_000 }).toBeGreaterThan(7);
    await expectGoesOnByItself(page);
    await page.context().close();
  });
}

test('gives up a replay of which nothing can be read, with a button', async ({ browser }) => {
  network.judge = (path) => (numberOf(path) ? { change: withUnreadablePicture } : undefined);
  const context = await browser.newContext({ baseURL: network.url });
  const page = await open(context, replayPath);
  await expect(page.getByRole('alert').getByRole('heading')).toBeVisible({ timeout: 60_000 });
  network.judge = () => undefined;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectPlaying(page);
  await context.close();
});

const numberOf = (path: string) => /(\d+)\.m4s(?:$|\?)/.exec(path)?.[1];

async function open(context: BrowserContext, path: string) {
  const page = await context.newPage();
  await signInByCall(page, demoViewer);
  await stopOwnDevices(page.request);
  await page.goto(path);
  return page;
}

async function watch(context: BrowserContext, path: string) {
  const page = await open(context, path);
  await expectPlaying(page);
  return page;
}

const position = (page: Page) => video(page).evaluate((v: HTMLVideoElement) => v.currentTime);

async function expectGoesOnByItself(page: Page) {
  await expect(page.getByText('Play video')).toHaveCount(0);
  await expect(page.getByText('Reconnecting')).toHaveCount(0);
  await expectPlaying(page);
}
