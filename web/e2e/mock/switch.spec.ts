/** The switch itself: what it offers, what it remembers, and that the product is built without it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { refused, signIn } from './watched-page.ts';

test.beforeEach(({ provokes }) => provokes(...refused));

test('one chooses a state of the page, which stays until everything is as usual', async ({ page }) => {
  await signIn(page);
  await page.goto('/account/tickets');
  const button = page.getByRole('button', { name: 'Mock', exact: true });
  await button.focus();
  await button.press('Enter');
  const panel = page.getByRole('dialog', { name: 'What the mock answers' });
  await expect(panel.getByRole('button', { name: 'As usual', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);

  await panel.getByRole('button', { name: 'No tickets' }).click();
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Mock: 1 changed' }).click();
  await panel.getByRole('button', { name: 'Everything as usual' }).click();
  await expect(page.getByRole('link', { name: 'Main card, Rotterdam Rumble 7', exact: true })).toBeVisible();
});

test('one call of the page can fail alone', async ({ page }) => {
  await signIn(page);
  await page.goto('/account/tickets');
  await page.getByRole('button', { name: 'Mock', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'What the mock answers' });
  await panel
    .getByLabel('List your own purchases')
    .selectOption({ label: '503 The server is busy or restarting' });
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible();
});

test('a call that is not answered leaves the outline of the page', async ({ page }) => {
  await signIn(page);
  await page.goto('/account/tickets?mock=*:never');
  await expect(page.getByRole('heading', { name: 'My tickets' })).toBeVisible();
  await expect(page.getByLabel('Loading').first()).toBeVisible();
  await page.goto('/account/tickets?mock=listPurchases:slow');
  await expect(page.getByLabel('Loading').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Main card, Rotterdam Rumble 7', exact: true })).toBeVisible();
});

test('the panel fits a phone, and Escape closes it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Mock', exact: true });
  await button.click();
  const panel = page.getByRole('dialog', { name: 'What the mock answers' });
  const box = await panel.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test('no byte of it is in the built client', () => {
  const dist = join(import.meta.dirname, '../../dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|js|json)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    expect(readFileSync(join(dist, file), 'utf8'), file).not.toMatch(
      /ringside-mock|mock\/switch|What the mock/,
    );
  }
});
