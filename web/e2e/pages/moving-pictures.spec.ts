/** docs/product.md, 41.12 to 41.14. */
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, expectPlaying, livePath, signInByCall, stopDevices, video } from '../viewer.ts';

/** What moved in each transition: the names of its groups. */
declare global {
  interface Window {
    moved: string[][];
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.moved = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      const transition = start(...given);
      transition.ready.then(
        () => {
          const animations = document
            .getAnimations()
            .map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
          const names = animations.flatMap(
            (name) => /^::view-transition-group\((.*)\)$/.exec(name ?? '')?.[1] ?? [],
          );
          window.moved.push(names);
        },
        (reason: Error) => window.moved.push([`refused: ${reason.name}`]),
      );
      return transition;
    };
  });
});

const moved = (page: Page) => page.evaluate(() => window.moved);

/** The motion is loaded with the first link that is pointed at. */
async function whenReady(page: Page) {
  await page.getByRole('link', { name: 'Ringside, home' }).first().hover();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /moving-pictures.*js/.test(name)),
      ),
    )
    .toBe(true);
}

const leftNames = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('[style]')].filter(
        ({ style }) => style.viewTransitionName !== '',
      ).length,
  );

test('a picture moves from its card to the poster, and back to where the list was (41.12)', async ({
  page,
}) => {
  await page.goto('/replays');
  const card = page.getByRole('article').last();
  const name = await card.getByRole('link').textContent();
  await whenReady(page);
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: String(name) })).toBeVisible();
  await expect.poll(() => moved(page)).toHaveLength(1);
  expect((await moved(page))[0]).toContain('event-picture');
  await expect.poll(() => leftNames(page)).toBe(0);
  await expect(page.locator('#content')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Replays' })).toBeVisible();
  await expect.poll(() => moved(page)).toHaveLength(2);
  expect((await moved(page))[1]).toContain('event-picture');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect.poll(() => leftNames(page)).toBe(0);

  // Pages without a picture that both show change as ever.
  await page.getByRole('link', { name: 'Schedule' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
  expect(await moved(page)).toHaveLength(2);
});

test('two quick presses lead to where the second one leads (41.13)', async ({ page }) => {
  await page.goto('/replays');
  await whenReady(page);
  const card = page.getByRole('article').first();
  const path = await card.getByRole('link').getAttribute('href');
  const isInTime = await card.getByRole('link').evaluate(async (link: HTMLAnchorElement) => {
    link.click();
    const moves = () =>
      document
        .getAnimations()
        .some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition'));
    // Without a motion, because the page came too late for one, the press counts as well.
    const end = performance.now() + 1000;
    while (!moves() && performance.now() < end) await new Promise(requestAnimationFrame);
    // In the middle of the motion, the page below takes the press.
    const { left, top } = document.querySelector('header a')?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const below = document.elementFromPoint(left + 4, top + 4);
    (below?.closest('a') as HTMLAnchorElement | null)?.click();
    return below !== null && below !== document.documentElement;
  });
  expect(isInTime).toBe(true);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL(String(path));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => leftNames(page)).toBe(0);
});

test('nothing moves for a viewer who wants less motion (41.13)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/replays');
  await whenReady(page);
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/competitions\//);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Replays' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test.describe('a video', () => {
  test.beforeEach(stopDevices);

  test('moves to the corner and back, and plays on all the way (41.14)', async ({ page }) => {
    await signInByCall(page, demoViewer);
    await page.goto(livePath);
    await expectPlaying(page);
    await whenReady(page);
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.dataset.kept = '0';
      for (const stop of ['pause', 'emptied'])
        element.addEventListener(stop, () => {
          element.dataset.kept = `${element.dataset.kept} ${stop}`;
        });
    });
    await page.getByRole('link', { name: 'Schedule' }).first().click();
    const mini = page.locator('[data-mini-player]');
    await expect(mini.locator('video')).toBeVisible();
    await expect.poll(() => moved(page)).toHaveLength(1);
    expect((await moved(page))[0]).toContain('event-picture');
    await expectPlaying(page);
    expect(await video(page).getAttribute('data-kept')).toBe('0');

    await mini.getByRole('link').click();
    await expect(page).toHaveURL(livePath);
    await expect.poll(() => moved(page)).toHaveLength(2);
    expect((await moved(page))[1]).toContain('event-picture');
    await expectPlaying(page);
    expect(await video(page).getAttribute('data-kept')).toBe('0');
    await expect(mini).toHaveCount(0);
    await expect.poll(() => leftNames(page)).toBe(0);
  });
});
