/** What every journey is checked for is found. Each of these is expected to fail, by the check alone. */
import { expect } from '@playwright/test';
import { test } from './journey.ts';

test.describe('a journey fails', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    test.fail();
  });

  test('at a violation of the content security policy', async ({ page }) => {
    const violated = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve)),
    );
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'void 0';
      document.body.append(script);
    });
    await violated;
  });

  test('at an error in the console', async ({ page }) => {
    await page.evaluate("console.error('something is wrong')");
  });

  test('at an uncaught error', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => void setTimeout(() => void JSON.parse('{')));
    await thrown;
  });

  test('at a refused call that it does not name', async ({ page }) => {
    await page.evaluate(() =>
      fetch('/api/v1/kickboxing/competitions/no-such-event').then(({ status }) => status),
    );
  });

  test('at a request to another host, of a page that it opens itself', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route('https://elsewhere.test/**', (route) => route.fulfill({ body: '' }));
    await page.goto('https://elsewhere.test/');
    await context.close();
  });
});
