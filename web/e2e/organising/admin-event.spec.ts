import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { signIn } from '../viewer.ts';
import { drawPicture } from './picture.ts';

const demoAdmin = { email: 'admin@ringside.test', password: 'Ringside-demo-1!' };

// The organiser sits in New York, the hall stands in Amsterdam.
test.slow();
test.use({ timezoneId: 'America/New_York' });

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
}

test('an organiser makes an event across a change of summer time, and gives it a picture by keyboard', async ({
  page,
}) => {
  await page.goto('/admin/events/new');
  await signIn(page, demoAdmin);
  await page.getByRole('textbox', { name: 'Name' }).fill('Night of the Clocks');
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('night-of-the-clocks');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('amsterdam');
  await page.getByRole('option', { name: /^Europe\/Amsterdam/ }).click();

  await page.getByLabel('Starts, day').fill('28/3/2026');
  await page.getByLabel('Starts, hours').focus();
  await page.keyboard.type('2000');
  await page.getByLabel('Ends, day').fill('29/3/2026');
  await page.getByLabel('Ends, hours').focus();
  await page.keyboard.type('0230');
  await expect(page.getByText(/jump from 02:00 to 03:00, so 02:30 never comes/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use 03:30' }).click();
  await expect(page.getByText('It lasts 6 h 30 min.')).toBeVisible();
  await page.getByRole('button', { name: 'Create the draft' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Night of the Clocks' })).toBeVisible();
  await expect(page.getByText('Sat, 28 Mar 2026, 20:00 CET to Sun, 29 Mar 2026, 03:30 CEST')).toBeVisible();
  await expect(page.getByText('Not ready to publish. There is no block yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Picture', exact: true }).click();
  await page.getByLabel('Picture file').setInputFiles(await drawPicture(page));
  const area = page.getByRole('group', { name: /^Picture area/ });
  // Within the picture: the page scrolls when the area gets the focus.
  const place = () =>
    area.evaluate(({ offsetTop, offsetWidth }: HTMLElement) => ({ offsetTop, offsetWidth }));
  const before = await place();
  await area.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowDown');
  const after = await place();
  expect(after.offsetTop - before.offsetTop).toBe(50);
  await page.getByRole('button', { name: /^Bottom right corner/ }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  const smaller = await area.boundingBox();
  expect(smaller?.width ?? 0).toBeLessThan(before.offsetWidth - 40);
  expect((smaller?.width ?? 0) / (smaller?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('The picture is in use')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace the picture' })).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Event' });
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete the event' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});
