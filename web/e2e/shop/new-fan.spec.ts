/** The first minute of a new fan: from a shared link to the moving picture, counted (docs/product/shop.md, 25.5). */
import { expect, type Locator } from '@playwright/test';
import { answered, notBought, test } from '../journey.ts';
import { expectPlaying } from '../viewer.ts';

const block = '/competitions/open-ring-ghent/evening';
const [mostTaps, mostFields] = [6, 3];

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.slow();

test('a new fan on a phone comes from a shared link to the picture in few taps', { tag: '@promise' }, async ({
  page,
  context,
  provokes,
}) => {
  // The address has no account yet.
  provokes(...notBought, answered(401, '/credentials/login'));
  const count = { taps: 0, fields: 0 };
  const tap = async (what: Locator) => {
    count.taps += 1;
    await what.tap();
  };
  const type = async (what: Locator, text: string) => {
    count.fields += 1;
    await what.fill(text);
  };
  await page.goto(block);
  await tap(page.getByRole('button', { name: /^Buy for €2.99/ }).first());
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('E-mail address'), `fan-${Date.now()}@example.test`);
  await tap(dialog.getByRole('button', { name: 'Go to payment: €2.99' }));
  await tap(page.getByRole('button', { name: 'Pay €2.99' }));
  await type(page.getByLabel('Password', { exact: true }), 'Ticket-in-hand-4!');
  await tap(page.getByRole('button', { name: 'Open my ticket' }));
  await tap(page.getByRole('link', { name: 'Watch now' }));
  await expectPlaying(page);
  expect(new URL(page.url()).pathname).toBe(block);
  expect(count.taps).toBeLessThanOrEqual(mostTaps);
  expect(count.fields).toBeLessThanOrEqual(mostFields);
  expect(context.pages()).toHaveLength(1);
  test.info().annotations.push({ type: 'taps and fields', description: `${count.taps}, ${count.fields}` });
});
