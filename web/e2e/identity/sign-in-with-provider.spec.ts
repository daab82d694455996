import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { livePath, openDoor } from '../viewer.ts';

const continueWithDemoId = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
};

test('a new viewer cancels a sign-in with a provider, and then completes it', { tag: '@promise' }, async ({
  page,
}) => {
  await page.goto(livePath);
  await openDoor(page);
  await continueWithDemoId(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled.');

  await continueWithDemoId(page);
  await page.getByRole('button', { name: /Robin de Vries/ }).click();
  await expect(page).toHaveURL(livePath);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'accessToken')).toMatchObject({ httpOnly: true });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the provider's own page has no accessibility finding in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/auth/login');
    await continueWithDemoId(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
}
