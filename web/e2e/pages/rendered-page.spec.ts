/** A page that the server has rendered (docs/product.md, 39.5 to 39.8), and the browser that takes it over. */
import { expect, type Page } from '@playwright/test';
import { takenOver, test, thirdDevice } from '../journey.ts';
import { demoViewer, liveCompetition, signInByCall } from '../viewer.ts';

const poster = ['header svg', 'main section', 'main picture img', 'main h1', 'main h1 + p'];
const list = ['header svg', 'main h1', 'main ul > li:last-of-type', 'main li img', 'main li h2'];
const pages = [
  { path: '/', title: liveCompetition, parts: poster },
  { path: '/competitions/rotterdam-rumble-7', title: liveCompetition, parts: poster },
  // With tickets and reminders, whose code comes later.
  { path: '/competitions/northern-crown', title: 'Northern Crown', parts: poster },
  { path: '/replays', title: 'Replays', parts: ['main h1 + p', ...list] },
  { path: '/search?q=rotterdam', title: 'Search', parts: ['main input', ...list] },
  {
    path: '/fighters/noor-haddad',
    title: 'Noor Haddad',
    parts: ['header svg', 'main h1', 'main dl', 'main li h3'],
  },
  {
    path: '/schedule',
    title: 'Schedule',
    parts: ['header svg', 'main h1', 'main h1 + p', 'main fieldset select', 'main section', 'main li'],
  },
  {
    path: '/competitions/rotterdam-rumble-7/live',
    title: 'Main card',
    parts: ['header svg', 'main .on-stage', 'main picture img', 'main h1', 'main h1 + p'],
  },
  {
    path: '/competitions/grand-gala-antwerp/gala-night',
    title: 'Gala night',
    parts: ['header svg', 'main .on-stage', 'main h1', 'main h1 + p'],
  },
];
/** A line of the reader may be set a pixel higher, because words that the server cannot know have another height. */
const toleratedPx = 2;

/** Where the parts of the first screen stand. */
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

/** The console of a page, and what React says of a rendering that it could not use. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
}

const readers = [
  { name: 'in Amsterdam', settings: { timezoneId: 'Europe/Amsterdam', colorScheme: 'light' as const } },
  {
    name: 'on Kiritimati, in Japanese, dark, with less motion',
    settings: {
      timezoneId: 'Pacific/Kiritimati',
      locale: 'ja-JP',
      colorScheme: 'dark' as const,
      reducedMotion: 'reduce' as const,
    },
  },
];

for (const { name, settings } of readers)
  test.describe(`for a reader ${name}`, () => {
    const { reducedMotion, ...use } = settings as typeof settings & { reducedMotion?: 'reduce' };
    test.use({ ...use, ...(reducedMotion ? { contextOptions: { reducedMotion } } : {}) });

    for (const isSignedIn of [false, true])
      test(`the console stays silent on every public page, ${isSignedIn ? 'signed in' : 'as a visitor'}`, async ({
        page,
        provokes,
      }) => {
        // A viewer asks to watch at once; a block that has not begun has no picture yet, and two devices may watch already.
        provokes(/409 \(Conflict\).*block=gala-night/, ...thirdDevice);
        if (isSignedIn) await signInByCall(page, demoViewer);
        const said = listen(page);
        for (const { path, title } of pages) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
          await page.waitForLoadState('load');
          expect([path, said.filter((line) => !/409 \(Conflict\)/.test(line))]).toEqual([path, []]);
        }
      });
  });

for (const { path, title, parts } of pages)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const)
    test(`${path} stays where it was rendered, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      const release = Promise.withResolvers<void>();
      await page.route('**/assets/app-*.js', async (route) => {
        await release.promise;
        await route.continue();
      });
      const said = listen(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('#root h1')).toHaveText(title);
      // Without the style sheets nothing stands where it belongs.
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
      await page.evaluate(async () => {
        await document.fonts.ready;
        await document.querySelector('img')?.decode();
      });
      const rendered = await placesOf(page, parts);
      release.resolve();
      await takenOver(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const shown = await placesOf(page, parts);
      for (const [index, [selector, ...place]] of rendered.entries())
        for (const [axis, value] of place.entries()) {
          const difference = Math.abs(Number(value) - Number(shown[index]?.[axis + 1]));
          expect([selector, axis, difference <= toleratedPx, value]).toEqual([selector, axis, true, value]);
        }
      expect(said).toEqual([]);
    });

test.describe('in another zone than the hall', () => {
  test.use({ timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } });

  test('the facts of a page are as high as they were rendered', async ({ page }) => {
    for (const [path, selector] of [
      ['/competitions/rotterdam-rumble-7/live', 'main h1 + p'],
      ['/competitions/rotterdam-rumble-7', 'main section > div'],
    ] as const) {
      const release = Promise.withResolvers<void>();
      await page.route('**/assets/app-*.js', async (route) => {
        await release.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      const facts = page.locator(selector).first();
      await expect(facts).toBeVisible();
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
      await page.evaluate(() => document.fonts.ready);
      const rendered = await facts.boundingBox();
      release.resolve();
      await takenOver(page);
      await expect(page.locator('main')).toContainText('at the venue');
      expect(await facts.boundingBox()).toEqual(rendered);
      await page.unroute('**/assets/app-*.js');
    }
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages show what they hold, in the time of the hall, and their links work', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
    await page.getByRole('link', { name: 'See the card' }).click();
    await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Undercard' })).toBeVisible();
    await page.getByRole('link', { name: 'Main card' }).click();
    await expect(page.getByRole('heading', { name: 'Watch free' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Schedule' }).click();
    await expect(page.getByText('Times are on the clock of each hall.')).toBeVisible();
    await page.getByRole('link', { name: 'Replays' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('a page is there before the app, for the keyboard too', async ({ page }) => {
  await page.route('**/assets/react-*.js', () => new Promise(() => {}));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root h1')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('img')?.naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('a press before the app listens is not lost', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/app-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  release.resolve();
  await expect(page.getByRole('menuitem', { name: 'Create an account' })).toBeVisible();
});

test('who is signed in sees no "Sign in" before the app comes', async ({ page }) => {
  await signInByCall(page, demoViewer);
  await page.route('**/assets/react-*.js', () => new Promise(() => {}));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root h1')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeHidden();
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
