import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, expect, type Page } from '@playwright/test';
import { browserArguments } from '../browser.ts';
import { answered, test } from '../journey.ts';
import { demoViewer, expectPlaying, signInByCall, stopDevices } from '../viewer.ts';
import { startSecondBuild } from './second-build.ts';

const offline = /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/;
const versionHint = (page: Page) => page.getByRole('region', { name: 'A new version is ready' });

// A worker comes when a page is at rest, and each journey waits for several.
test.describe.configure({ timeout: 120_000 });

/** The part of the app that starts last is there, and the worker too. */
async function whenAtRest(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /at-rest/.test(name))),
    )
    .toBe(true);
}

async function whenControlled(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** What the browser does at each load of a page, and the client once an hour. False: the new worker was refused. */
function lookForBuild(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return false;
    if (worker.state === 'installed') return true;
    return new Promise<boolean>((resolve) => {
      worker.addEventListener('statechange', () => resolve(worker.state === 'installed'), { once: true });
    });
  });
}

function shells(page: Page) {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('ringside-shell-')),
  );
}

const isSecondBuild = (page: Page) => page.locator('script[type="module"][src*=".second."]').count();

test('offers to install at the second visit, by the question of the browser, and only once (41.2)', async ({
  page,
}) => {
  const askedBefore = () => page.evaluate(() => (window as unknown as { asked?: number }).asked ?? 0);
  /** The browser sends it when the client can be installed, which no private window can. */
  const sendPrompt = () =>
    page.evaluate(() => {
      const prompt = async () => {
        Object.assign(window, { asked: ((window as unknown as { asked?: number }).asked ?? 0) + 1 });
      };
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    });
  const hint = page.getByRole('region', { name: 'Install Ringside' });

  await page.goto('/');
  await whenAtRest(page);
  await sendPrompt();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(hint).toBeHidden();

  // An hour later.
  await page.evaluate(() => {
    const memory = JSON.parse(localStorage.getItem('ringside-install') ?? '{}');
    localStorage.setItem('ringside-install', JSON.stringify({ ...memory, lastSeenAt: 1 }));
  });
  await page.goto('/schedule');
  await whenAtRest(page);
  await sendPrompt();
  await expect(hint).toBeVisible();
  await expect(hint.getByRole('status')).toContainText('shows the schedule without a network');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await hint.getByRole('button', { name: 'Install' }).click();
  expect(await askedBefore()).toBe(1);
  await expect(hint).toBeHidden();

  await page.reload();
  await whenAtRest(page);
  await sendPrompt();
  await expect(hint).toBeHidden();
  // Who changes their mind finds it in the menu.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Install Ringside' }).click();
  expect(await askedBefore()).toBe(1);
});

test('offers it, although the browser asked before the app was there (41.9)', async ({ page }) => {
  let letGo = () => {};
  const isWanted = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // All but the script of the head, which keeps the question.
  await page.route(/\/assets\/(?!head-)[\w.-]+\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  const isHeldBack = await page.evaluate(() => {
    const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void Object.assign(window, { asked: true }),
    });
    return !window.dispatchEvent(prompt);
  });
  expect(isHeldBack).toBe(true);
  letGo();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Install Ringside' }).click();
  expect(await page.evaluate(() => (window as unknown as { asked?: boolean }).asked)).toBe(true);
});

test('can be installed, by the rules of the browser (41.1)', async ({ baseURL, watch }) => {
  // A private window, as journeys have, is never offered it.
  const profile = await mkdtemp(path.join(tmpdir(), 'ringside-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: browserArguments,
    baseURL,
    serviceWorkers: 'allow',
  });
  watch(context);
  try {
    const page = await context.newPage();
    await page.goto('/');
    await whenControlled(page);
    const browser = await context.newCDPSession(page);
    expect((await browser.send('Page.getAppManifest')).errors).toEqual([]);
    await expect
      .poll(async () => (await browser.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test.describe('a new build', () => {
  test.use({ serviceWorkers: 'allow' });

  test('is offered, is there after one reload, and works without a network (41.6, 41.7)', async ({
    page,
    context,
    baseURL,
    provokes,
  }) => {
    provokes(offline);
    await using build = await startSecondBuild(baseURL);
    await page.goto(build.url);
    await whenControlled(page);
    const [before] = await shells(page);
    build.deploy();
    expect(await lookForBuild(page)).toBe(true);
    await versionHint(page).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => isSecondBuild(page)).toBe(1);
    await expect.poll(() => shells(page)).toEqual(['ringside-shell-second']);
    expect(before).not.toBe('ringside-shell-second');
    await expect(versionHint(page)).toBeHidden();

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isSecondBuild(page)).toBe(1);
  });

  test('is there after a plain reload too, and its worker follows by itself', async ({ page, baseURL }) => {
    await using build = await startSecondBuild(baseURL);
    await page.goto(build.url);
    await whenControlled(page);
    build.deploy();
    await page.reload();
    expect(await isSecondBuild(page)).toBe(1);
    await expect.poll(() => shells(page)).toEqual(['ringside-shell-second']);
    await expect(versionHint(page)).toBeHidden();
  });

  test('takes no file from another tab', async ({ page, context, baseURL, provokes }) => {
    // The new build has other names for what was never loaded.
    provokes(answered(404, '/assets/'), /^Failed to fetch dynamically imported module/);
    await using build = await startSecondBuild(baseURL);
    await page.goto(build.url);
    await whenControlled(page);
    const other = await context.newPage();
    // Without the code of the home page, which the new build no longer has under this name.
    await other.goto(`${build.url}/auth/login`);
    build.deploy();
    expect(await lookForBuild(page)).toBe(true);
    await versionHint(page).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => isSecondBuild(page)).toBe(1);
    await whenAtRest(page);
    expect(await shells(page)).toHaveLength(2);
    await other.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await other.getByRole('link', { name: 'Ringside, home' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Rotterdam Rumble 7' })).toBeVisible();
    expect(await other.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  test('that fails leaves the old one whole (41.8)', async ({ page, context, baseURL, provokes }) => {
    provokes(offline);
    await using build = await startSecondBuild(baseURL);
    await page.goto(build.url);
    await whenControlled(page);
    const before = await shells(page);
    build.deploy({ isBroken: true });
    expect(await lookForBuild(page)).toBe(false);
    await expect(versionHint(page)).toBeHidden();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isSecondBuild(page)).toBe(0);
    expect(await shells(page)).toEqual(expect.arrayContaining(before));
  });

  test('waits while a video plays, also in the corner', async ({ page, request, baseURL }) => {
    await stopDevices({ request });
    await using build = await startSecondBuild(baseURL);
    await page.goto(build.url);
    await whenControlled(page);
    await signInByCall(page, demoViewer);
    await page.reload();
    await whenAtRest(page);
    await page.getByRole('link', { name: 'Watch live' }).first().click();
    await expectPlaying(page);
    build.deploy();
    expect(await lookForBuild(page)).toBe(true);
    await expect(versionHint(page)).toBeHidden();
    // The files of the old build are gone, but those of the schedule are kept.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }).click();
    const mini = page.getByRole('region', { name: /^Mini player/ });
    await expect(mini).toBeVisible();
    await expectPlaying(page);
    await expect(versionHint(page)).toBeHidden();
    await mini.getByRole('button', { name: /Close/ }).click();
    await expect(versionHint(page)).toBeVisible({ timeout: 30_000 });
  });
});
