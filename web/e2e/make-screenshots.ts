// Writes the pictures that a browser shows before it installs the client, from the demo: `pnpm screenshots`.
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments } from './browser.ts';
import { startDemoServer } from './servers/demo-server.ts';
import { demoViewer, expectPlaying, livePath, signInByCall } from './viewer.ts';

/** The manifest names them, with these sizes. */
const screens = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  narrow: { viewport: { width: 412, height: 892 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const shots = [
  { name: 'home', path: '/', screens: ['wide', 'narrow'] },
  { name: 'schedule', path: '/schedule', screens: ['narrow'] },
  { name: 'live', path: livePath, screens: ['wide', 'narrow'] },
] as const;

const publicFolder = new URL('../public/', import.meta.url);

await using server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: browserArguments,
});
for (const screen of ['wide', 'narrow'] as const) await takeShots(browser, screen);
await browser.close();

async function takeShots(browser: Browser, screen: keyof typeof screens) {
  const context = await browser.newContext({
    ...screens[screen],
    baseURL: server.url,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const { name, path, screens: wanted } of shots) {
    if (!(wanted as readonly string[]).includes(screen)) continue;
    if (name === 'live') await signInByCall(page, demoViewer);
    await page.goto(path);
    await (name === 'live' ? expectPlaying(page) : whenDrawn(page));
    const file = fileURLToPath(new URL(`screenshot-${name}-${screen}.jpg`, publicFolder));
    await page.screenshot({ path: file, type: 'jpeg', quality: 82 });
  }
  await context.close();
}

/** All pictures in sight are there. */
async function whenDrawn(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
