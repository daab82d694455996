import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { answered, test } from '../journey.ts';
import { livePath, signInToWatch, stopDevices } from '../viewer.ts';

test.beforeEach(stopDevices);

const publicPages = [
  '/',
  '/schedule',
  '/replays',
  '/search',
  '/search?q=rotterdam',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
  '/auth/verify-email?token=x',
  '/auth/not-me?token=x',
  '/auth/stop-reminders?token=x',
  '/auth/accept-invitation?token=x',
  '/competitions/rotterdam-rumble-7',
  '/competitions/rotterdam-rumble-7/results',
  '/fighters/noor-haddad',
  '/demo/mail',
  '/nowhere',
];

/** Every control is at least 24 px large, or stands apart (WCAG 2.5.8); axe leaves this out unless asked. */
const rules = { rules: { 'target-size': { enabled: true } } };

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? '@promise' : [];
  test(`public pages have no accessibility finding in ${colorScheme}`, { tag }, async ({
    page,
    provokes,
  }) => {
    // The links of mails with a token that nobody was sent.
    provokes(answered(400, '?token=x'), answered(404, '/nowhere'));
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of publicPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // What the server has drawn is inert, and says nothing to anybody (39.5).
      await expect(page.locator('#root > [inert]')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).options(rules).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('an unknown path shows the 404 page with the path', async ({ page, provokes }) => {
  provokes(answered(404, '/no/such/page'));
  await page.goto('/no/such/page');
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible();
  await page.getByRole('link', { name: 'Return home' }).click();
  await expect(page).toHaveURL('/');
});

for (const [width, height] of [
  [844, 390],
  [720, 450],
] as const)
  test(`home offers to watch within the first screen of ${width} x ${height} px (31.1)`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Watch live' })).toBeInViewport({ ratio: 1 });
  });

test('a page opened by its address starts at its top', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Replays' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.goto('/competitions/rotterdam-rumble-7');
  await expect(page.getByRole('heading', { name: 'The card' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('watch pages ask for a sign-in (2.3), the admin area for a permission', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/auth\/login/);
  await page.goto(livePath);
  await signInToWatch(page);
  await expect(page).toHaveURL(livePath);
});

test('no page calls another host or violates the content security policy', { tag: '@promise' }, async ({
  page,
}) => {
  for (const path of ['/', '/auth/login', '/competitions/rotterdam-rumble-7', '/docs']) {
    await page.goto(path);
    // The network is never idle while a page follows its competition.
    await page.waitForTimeout(1_500);
  }
});
