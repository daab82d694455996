/** A viewer's evening with the keyboard alone, also on a page that is magnified, and what a narrow page still holds. */
import { expect, type Page } from '@playwright/test';
import { answered, stopped, test } from '../journey.ts';
import { pressByTab, tabTo } from '../keyboard.ts';
import {
  demoViewer,
  expectPlaying,
  liveCompetition,
  livePath,
  signInByCall,
  stopDevices,
  video,
} from '../viewer.ts';

test.beforeEach(stopDevices);

for (const [screen, viewport] of [
  ['a wide screen', { width: 1280, height: 800 }],
  ['a screen at 200 %', { width: 640, height: 400 }],
] as const) {
  const tag = screen === 'a wide screen' ? '@promise' : [];
  test(`signs in, finds a fight, watches it and looks after the account on ${screen}`, { tag }, async ({
    page,
    provokes,
  }) => {
    provokes(...stopped);
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    await page.goto('/auth/login');
    await expect(page.getByLabel('E-mail address')).toBeFocused();
    await page.keyboard.type(demoViewer.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(demoViewer.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');

    await page.keyboard.press('/');
    await expect(page.locator('#search-field, [role=combobox]').first()).toBeFocused();
    await page.keyboard.type('rotterdam');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=rotterdam$/);
    await pressByTab(page, page.getByRole('main').getByRole('link', { name: liveCompetition }).first());
    await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
    await pressByTab(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /^Watch live/ })
        .first(),
    );
    await expect(page).toHaveURL(new RegExp(livePath));
    await expectPlaying(page);

    await useThePlayer(page);

    await tabTo(page, page.getByRole('button', { name: /^Account/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await arrowTo(page, 'Devices that watch');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Devices that watch' })).toBeVisible();
    await pressByTab(page, page.getByRole('button', { name: /^Stop here/ }));
    await expect(page.getByText('No device is watching')).toBeVisible();

    await tabTo(
      page,
      page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'History' }),
      'Shift+Tab',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  });
}

async function useThePlayer(page: Page) {
  const isPaused = () => video(page).evaluate((v: HTMLVideoElement) => v.paused);
  const isMuted = () => video(page).evaluate((v: HTMLVideoElement) => v.muted);
  await page.keyboard.press('k');
  await expect.poll(isPaused).toBe(true);
  await page.keyboard.press('k');
  await expectPlaying(page);
  const before = await isMuted();
  await page.keyboard.press('m');
  await expect.poll(isMuted).toBe(!before);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(page, page.getByRole('slider', { name: 'Position' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await pressByTab(page, page.getByRole('button', { name: /^Quality/ }));
  await expect(page.getByRole('menuitemradio', { name: /^Auto/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Quality/ })).toBeFocused();
  await expectPlaying(page);
}

/** In a menu. */
async function arrowTo(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name });
  for (let press = 0; press < 12; press += 1) {
    if (await item.evaluate((element) => document.activeElement === element)) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(item).toBeFocused();
}

const pages = [
  '/',
  '/schedule',
  '/replays',
  '/search?q=rotterdam',
  '/competitions/rotterdam-rumble-7',
  '/fighters/noor-haddad',
  livePath,
  '/competitions/open-ring-ghent/afternoon',
  '/account/history',
  '/account/devices',
  '/account/tickets',
  '/account/security',
  '/nowhere',
];

test('at 320 px no page is wider than the screen, and no words are cut off', async ({ page, provokes }) => {
  provokes(answered(404, '/nowhere'));
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 640 });
  await signInByCall(page, demoViewer);
  const faults: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.waitForTimeout(500);
    faults.push(...(await page.evaluate(findLost)).map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

/** Runs in the page. */
function findLost(): string[] {
  const faults: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px wide`);
  for (const element of document.querySelectorAll('a, button, h1, h2, h3, p, time, label, dt, dd')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[data-player], [aria-hidden=true]')) continue;
    // A row that scrolls sideways keeps what does not fit.
    const scrolls = (from: Element | null): boolean =>
      from !== null && (/auto|scroll/.test(getComputedStyle(from).overflowX) || scrolls(from.parentElement));
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (right > clientWidth + 1 || left < -1) && !scrolls(element.parentElement))
      faults.push(`outside: ${element.outerHTML.slice(0, 90)}`);
  }
  return faults;
}
