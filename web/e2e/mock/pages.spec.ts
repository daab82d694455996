/** Every page of viewers against the mock alone: its picture, its video, no error, no accessibility finding. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { mockPages } from '../../mock/pages.ts';
import { paths } from '../../src/paths.ts';
import { answered, test } from '../journey.ts';
import { signInToWatch } from '../viewer.ts';
import { expectPicture, expectVideo, signIn } from './watched-page.ts';

/** The examples have the watch of a live stream alone; for a replay the page asks step by step. */
test.beforeEach(({ provokes }) =>
  provokes(answered(404, '/playback/watches?competitionId=rotterdam-rumble-6')),
);

/** The area of the organisers has pages of its own (admin-pages.spec.ts); `account` leads to the profile. */
const others = ['account', 'admin', 'adminLogin', 'adminLogout', 'adminRegister'];

test('every route of viewers is among the pages of the mock', () => {
  const known = new Set(mockPages.map(({ path }) => path));
  const missing = Object.keys(paths).filter((path) => !known.has(path as keyof typeof paths));
  expect(missing.sort()).toEqual(others);
});

for (const { name, at, heading, isForVisitors, has = [] } of mockPages) {
  test(`${name}: ${at}`, async ({ page }) => {
    if (!isForVisitors) await signIn(page);
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (has.includes('picture')) await expectPicture(page);
    if (has.includes('video')) await expectVideo(page);
    await expect(page.getByRole('main').locator('.mantine-Skeleton-root')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
}

test('a viewer walks from home to the video, to the account and to the payment', { tag: '@promise' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByRole('link', { name: 'Watch live' }).click();
  await signInToWatch(page, { email: 'sam@ringside.test', password: 'Round-seven-7!' });
  await expect(page).toHaveURL('/competitions/rotterdam-rumble-7/live');
  await expectVideo(page);
  await page.goto('/account/history');
  await page.getByRole('link', { name: 'Rotterdam Rumble 7, Main card' }).click();
  await expect(page).toHaveURL(/rotterdam-rumble-7\/main-card/);
  await page.goto('/competitions/rotterdam-rumble-8');
  await page.getByRole('button', { name: 'Buy for €14.99: Main card' }).click();
  await page.getByRole('button', { name: /^Go to payment/ }).click();
  // The mock pays at once, and the ticket of the examples is for tonight.
  await page.getByRole('link', { name: /^(Watch now|To the event)$/ }).click();
  await expect(page).toHaveURL(/\/competitions\/rotterdam-rumble-7\/./);
  await expectVideo(page);
});
