/** Every error and every empty state of the pages of viewers says its words. */
import { expect } from '@playwright/test';
import { formatChoices } from '../../mock/choices.ts';
import { mockPages } from '../../mock/pages.ts';
import { test } from '../journey.ts';
import { refused, signIn } from './watched-page.ts';

test.beforeEach(({ provokes }) => provokes(...refused));

for (const { name, at, isForVisitors, states } of mockPages) {
  test(`${name}: ${states.length} states`, async ({ page }) => {
    test.setTimeout(60_000 + states.length * 10_000);
    for (const state of states) {
      await test.step(state.name, async () => {
        if (!isForVisitors) await signIn(page);
        const address = new URL(state.at ?? at, 'http://any.test');
        address.searchParams.set('mock', formatChoices(state.calls ?? {}));
        await page.goto(`${address.pathname}${address.search}`);
        for (const [label, text] of Object.entries(state.fill ?? {}))
          await page.getByLabel(label, { exact: true }).fill(text);
        if (state.press) await page.getByRole('button', { name: state.press, exact: true }).click();
        await expect(page.getByRole('main').getByText(state.says).first(), state.name).toBeVisible();
        // One fault, one notice.
        if (!(await page.getByRole('main').getByText('could not be loaded').count())) return;
        await expect(page.locator('.mantine-Notification-root'), state.name).toHaveCount(0);
      });
    }
  });
}
