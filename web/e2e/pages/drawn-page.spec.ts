/** What the server draws of a first screen (docs/product.md, 39.5) is what the app then shows in its place. */
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { liveCompetition } from '../viewer.ts';

const poster = ['header svg', 'main section', 'main picture img', 'main h1', 'main h1 + p'];
const list = ['header svg', 'main h1', 'main ul > li:last-of-type', 'main li img', 'main li h2'];
const pages = [
  { path: '/', code: '**/assets/home-page-*.js', title: liveCompetition, parts: poster },
  {
    path: '/competitions/rotterdam-rumble-7',
    code: '**/assets/competition-page-*.js',
    ...{ title: liveCompetition, parts: poster },
  },
  {
    path: '/replays',
    code: '**/assets/replays-page-*.js',
    title: 'Replays',
    parts: ['main h1 + p', ...list],
  },
  {
    path: '/search?q=rotterdam',
    code: '**/assets/search-page-*.js',
    title: 'Search',
    parts: ['main input', ...list],
  },
  {
    path: '/schedule',
    code: '**/assets/schedule-page-*.js',
    ...{
      title: 'Schedule',
      parts: ['header svg', 'main h1', 'main h1 + p', 'main fieldset select', 'main section', 'main li'],
    },
  },
  {
    path: '/competitions/rotterdam-rumble-7/live',
    code: '**/assets/watch-*.js',
    ...{
      title: 'Main card',
      parts: ['header svg', 'main .on-stage', 'main picture img', 'main h1', 'main h1 + p'],
    },
  },
  {
    path: '/competitions/grand-gala-antwerp/gala-night',
    code: '**/assets/watch-*.js',
    ...{ title: 'Gala night', parts: ['header svg', 'main .on-stage', 'main h1', 'main h1 + p'] },
  },
];
const drawing = '#root > [inert]';
/** The app may set a line of its own a pixel higher, because words that the server cannot know have another height. */
const toleratedPx = 2;

/** Where the parts of the first screen stand; those of the app have the same classes. */
const placesOf = (page: Page, parts: readonly string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const { left, top, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        // The line of facts is as wide as the date in the viewer's zone.
        const ownWidth = selector.endsWith('+ p') ? 0 : width;
        return [selector, left, top, ownWidth] as const;
      }),
    parts,
  );

for (const { path, code, title, parts } of pages)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const)
    test(`${path} is drawn where the app shows it, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(code, async (route) => {
        await isReleased;
        await route.continue();
      });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator(`${drawing} h1`)).toHaveText(title);
      await page.evaluate(async () => {
        await document.fonts.ready;
        await document.querySelector('img')?.decode();
      });
      const drawn = await placesOf(page, parts);
      release();
      await expect(page.locator(drawing)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const shown = await placesOf(page, parts);
      for (const [index, [selector, ...place]] of drawn.entries())
        for (const [axis, value] of place.entries()) {
          const difference = Math.abs(Number(value) - Number(shown[index]?.[axis + 1]));
          expect([selector, axis, difference <= toleratedPx, value]).toEqual([selector, axis, true, value]);
        }
      expect(complaints).toEqual([]);
    });

test.describe('in another zone than the hall', () => {
  test.use({ timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } });

  test('the facts of a watch page are as high as they were drawn', async ({ page }) => {
    const release = Promise.withResolvers<void>();
    await page.route('**/assets/watch-*.js', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/competitions/rotterdam-rumble-7/live', { waitUntil: 'commit' });
    await expect(page.locator(`${drawing} h1`)).toHaveText('Main card');
    await page.evaluate(() => document.fonts.ready);
    const facts = page.locator('main h1 + p');
    const drawn = await facts.boundingBox();
    release.resolve();
    await expect(facts).toContainText('at the venue');
    expect(await facts.boundingBox()).toEqual(drawn);
  });
});

test('the first screen is there before the app, and takes no press', async ({ page }) => {
  await page.route('**/assets/react-*.js', () => new Promise(() => {}));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator(`${drawing} h1`)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('img')?.naturalWidth))
    .toBeGreaterThan(0);
  // The keyboard finds nothing that the app would take away.
  await page.keyboard.press('Tab');
  expect(await page.evaluate((inside) => document.activeElement?.closest(inside) === null, drawing)).toBe(
    true,
  );
});

test('a page whose app does not come says so, and comes back', async ({ page, provokes }) => {
  provokes(/^Failed to load resource: net::ERR_FAILED .*\/assets\/react-/, /dynamically imported module/);
  await page.route('**/assets/react-*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible();
  await page.unroute('**/assets/react-*.js');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watch live' })).toBeVisible();
});

test('the bar of the browser has the colour of the page, also against the scheme of the system', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));
  await page.goto('/competitions/rotterdam-rumble-7/live');
  await expect.poll(colors).toEqual(['#090d13', '#090d13']);
  await page.locator('header a[href="/"]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
  await expect.poll(colors).toEqual(['#f3f6f9', '#f3f6f9']);
});
