import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, signIn, signInByCall } from '../viewer.ts';

const slug = 'grand-gala-antwerp';
const event = `/competitions/${slug}`;
const remindMe = (page: Page) => page.getByRole('button', { name: 'Remind me' });
const reminderSet = (page: Page) => page.getByRole('button', { name: 'Reminder set' });

/** The demo's viewer has no reminder, and wants mails. Leaves the browser signed out. */
test.beforeEach(async ({ page }) => {
  await signInByCall(page, demoViewer);
  expect((await page.request.delete(`/api/v1/reminders/competitions/${slug}`)).status()).toBe(204);
  const settings = { data: { mails: true } };
  expect((await page.request.put('/api/v1/reminders/settings', settings)).status()).toBe(204);
  expect((await page.request.get('/api/v1/identity/auth/credentials/logout')).status()).toBe(204);
});

test('a visitor signs in, is reminded, and takes it back, by the keyboard alone (37.8)', async ({ page }) => {
  await page.goto(event);
  await remindMe(page).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, demoViewer);
  await expect(page).toHaveURL(event);
  await expect(reminderSet(page)).toBeVisible();
  await expect(page.getByText('We will remind you of Grand Gala Antwerp')).toBeVisible();
  await page.reload();
  await expect(reminderSet(page)).toBeVisible();
  await reminderSet(page).focus();
  await page.keyboard.press('Space');
  await expect(remindMe(page)).toBeVisible();
});

test('a visitor is reminded from the schedule, without opening the event (41.10)', async ({ page }) => {
  const remind = page.getByRole('button', { name: 'Remind me of Grand Gala Antwerp' });
  const set = page.getByRole('button', { name: 'Reminder set for Grand Gala Antwerp: remove' });
  await page.goto('/schedule');
  await remind.click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, demoViewer);
  await expect(page).toHaveURL('/schedule');
  await expect(set).toBeFocused();
  await expect(set).toBeInViewport();
  await page.reload();
  await expect(set).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectNoFinding(page);
  }
  const { width, height } = (await set.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await set.press('Space');
  await expect(remind).toBeVisible();
  await expect(page).toHaveURL('/schedule');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of notifications has no accessibility finding in ${colorScheme}, at 320 px (37.9)`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await signInByCall(page, demoViewer);
    await page.goto(event);
    await remindMe(page).click();
    await expect(reminderSet(page)).toBeVisible();
    await expectNoFinding(page);
    await page.goto('/account/notifications');
    await expect(page.getByRole('link', { name: 'Grand Gala Antwerp' })).toBeVisible();
    await expectNoFinding(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole('button', { name: 'Remove Grand Gala Antwerp' }).click();
    await expect(page.getByRole('link', { name: 'See the schedule' })).toBeVisible();
    await expectNoFinding(page);
  });
}

async function expectNoFinding(page: Page) {
  const rules = { rules: { 'target-size': { enabled: true } } };
  const { violations } = await new AxeBuilder({ page }).options(rules).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
}
