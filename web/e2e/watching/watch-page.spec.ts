// The watch page (docs/product.md, 33): cameras, theatre, the corner, and replays that do not tell their length.
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import {
  demoViewer,
  expectPlaying,
  livePath,
  pressControl,
  signInByCall,
  stopDevices,
  video,
} from '../viewer.ts';

test.beforeEach(stopDevices);

// One login session is one device, so no test is the third one.
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signInByCall(page, demoViewer);
  signedIn = await page.context().storageState();
  await page.close();
});
test.beforeEach(({ context }) => context.addCookies(signedIn.cookies));

const shown = (page: Page) => page.locator('[data-player] video');
/** When the shown picture was taken, by the latency that the statistics tell. */
async function latency(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Statistics' }).locator('dd').first().textContent();
  return Number.parseFloat(text ?? '');
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`has no accessibility finding at the live edge in ${colorScheme}, and fits into 320 px`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(livePath);
    await expectPlaying(page);
    await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

test('shows video, title and cameras of a wide screen at once', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(livePath);
  await expectPlaying(page);
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('group', { name: 'Camera' }),
    page.getByRole('button', { name: 'Full screen' }),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  }
  const column = await shown(page).boundingBox();
  await page.keyboard.press('t');
  await expect.poll(async () => (await shown(page).boundingBox())?.width).toBeGreaterThan(column?.width ?? 0);
});

test('fills the screen of a phone in landscape', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    storageState: signedIn,
  });
  const page = await context.newPage();
  await page.goto(livePath);
  await expectPlaying(page);
  expect(await shown(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 844, height: 390 });
  await context.close();
});

test('shows picture and controls whole in a low window, such as a page at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(livePath);
  await expectPlaying(page);
  const box = await page.locator('[data-player]').boundingBox();
  expect((box?.y ?? 450) + (box?.height ?? 0)).toBeLessThanOrEqual(450);
});

test('keeps the video of a phone in portrait in view while the card scrolls', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: signedIn,
  });
  const page = await context.newPage();
  await page.goto(livePath);
  await expectPlaying(page);
  // The card comes after the video; before it there is nothing to scroll.
  await expect(page.getByRole('heading', { name: 'The card' })).toBeVisible();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  expect((await shown(page).boundingBox())?.y).toBe(64);
  await context.close();
});

test('goes on at the same moment when a camera is chosen, and the keys still work', async ({ page }) => {
  let sessions = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/playback\/(sessions|watches)(\?|$)/.test(request.url()))
      sessions += 1;
  });
  await page.goto(livePath);
  await expectPlaying(page);
  // The video comes before the app (docs/product.md, 35.6), to which the keys belong.
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeAttached();
  await page.keyboard.press('i');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(() => latency(page)).toBeGreaterThan(18);
  const before = await latency(page);
  await video(page).evaluate((v) => v.setAttribute('data-main', ''));
  await page.getByRole('radio', { name: 'Corner camera' }).check();
  await expect(page.locator('video:not([data-main])')).toHaveCount(1);
  await expect(page.locator('[data-main]')).toHaveCount(0);
  await expectPlaying(page);
  await expect(page.getByRole('button', { name: 'Camera: Corner camera' })).toBeVisible();
  // Both play on in real time, so the distance to live stays.
  await expect.poll(async () => Math.abs((await latency(page)) - before)).toBeLessThan(3);
  await page.keyboard.press('k');
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
  expect(sessions).toBe(1);
});

test('plays on in the corner without a pause, and returns', async ({ page }) => {
  await page.goto(livePath);
  await expectPlaying(page);
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.addEventListener('pause', () => document.body.setAttribute('data-paused', ''));
  });
  await page.getByRole('link', { name: 'Ringside, home' }).click();
  const mini = page.getByRole('region', { name: 'Mini player: Main card' });
  await expect(mini.locator('video')).toBeVisible();
  await expectPlaying(page);
  await mini.getByRole('link', { name: 'Return to Main card' }).click();
  await expect(page).toHaveURL(livePath);
  await expect(shown(page)).toBeVisible();
  await expect(mini).toHaveCount(0);
  await expectPlaying(page);
  await expect(page.locator('[data-paused]')).toHaveCount(0);

  await page.getByRole('link', { name: 'Ringside, home' }).click();
  await mini.getByRole('button', { name: 'Close' }).click();
  await expect(video(page)).toHaveCount(0);
});

test('a replay tells its length only to a viewer who asks', async ({ page }) => {
  await page.goto('/competitions/open-ring-ghent/afternoon');
  await expectPlaying(page);
  const bar = page.getByRole('slider', { name: 'Position' });
  await expect(bar).not.toHaveAttribute('aria-valuetext', / of /);
  await pressControl(page, /^Settings/);
  await page.getByRole('menuitemcheckbox', { name: 'Show length' }).click();
  await expect(bar).toHaveAttribute('aria-valuetext', / of 3 minutes/);
});

const phoneWidths = [430, 390, 360, 320];

/** What of the control bar lies on something else of it, or beyond the edge of the screen. */
async function collisions(page: Page): Promise<string[]> {
  // At once: what the bar has changes with its width.
  const boxes = await page.locator('[data-controls]').evaluate((bar) => {
    const isClock = ({ childElementCount, textContent }: Element) =>
      childElementCount === 0 && /^-?\d+:\d\d/.test(textContent ?? '');
    return [...bar.querySelectorAll('button, span')]
      .filter((part) => part.matches('button') || isClock(part))
      .map((part) => ({
        name: part.getAttribute('aria-label') ?? part.textContent,
        box: part.getBoundingClientRect().toJSON() as DOMRect,
      }))
      .filter(({ box }) => box.width > 0);
  });
  expect(boxes.length).toBeGreaterThan(3);
  const width = page.viewportSize()?.width ?? 0;
  const isOn = (one: DOMRect, two: DOMRect) =>
    one.x < two.right && two.x < one.right && one.y < two.bottom && two.y < one.bottom;
  return boxes.flatMap(({ name, box }, index) => [
    ...(box.x < 0 || box.right > width ? [`${name} is cut`] : []),
    ...boxes
      .slice(index + 1)
      .filter((other) => isOn(box, other.box))
      .map((other) => `${name} on ${other.name}`),
  ]);
}

test('no two controls of a phone lie on one another, at the edge and behind it', async ({ page }) => {
  await page.goto(livePath);
  await expectPlaying(page);
  const checkAll = async () => {
    for (const width of phoneWidths) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => collisions(page), { message: `${width} px` }).toEqual([]);
    }
  };
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible();
  await checkAll();
  await expect(page.getByRole('radio', { name: 'Corner camera' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
  await checkAll();
});

test('the clock with the length runs into no button of a phone', async ({ page }) => {
  await page.goto('/competitions/open-ring-ghent/afternoon');
  await expectPlaying(page);
  await pressControl(page, /^Settings/);
  await page.getByRole('menuitemcheckbox', { name: 'Show length' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^\d+:\d\d \/ 3:\d\d$/)).toBeVisible();
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => collisions(page), { message: `${width} px` }).toEqual([]);
  }
});

test('on a phone nothing above the tabs moves when the night comes, and the tab stays while it is turned', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/bouts', (route) => held.then(() => route.continue()));
  await page.goto(livePath);
  await expectPlaying(page);
  const tabs = page.getByRole('tablist', { name: 'This session' });
  const place = () => tabs.boundingBox();
  const before = await place();
  release();
  const strip = page.getByRole('button', { name: /^(Now|Next), .*, open the card$/ });
  await expect(strip).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tonight' })).toBeVisible();
  expect(await place()).toEqual(before);

  const about = tabs.getByRole('tab', { name: 'About' });
  await about.click();
  await expect(page.getByRole('tabpanel', { name: 'About' })).toContainText('Havenhal');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(about).toHaveAttribute('aria-selected', 'true');
  await page.setViewportSize({ width: 390, height: 844 });
  await strip.click();
  await expect(page.getByRole('heading', { name: 'The card' })).toBeVisible();
  // A computer has room beside the picture.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tabs).toBeHidden();
  await expect(
    page
      .getByRole('region', { name: 'Tonight' })
      .getByText(/^(Walkout|Round \d|After round \d|Next|Main event)/)
      .first(),
  ).toBeVisible();
});
