import { expect, type Locator, type Page } from '@playwright/test';
import { answered, test } from '../journey.ts';
import { demoAdministrator, signInByCall } from '../viewer.ts';

const mostStops = 60;

/**
 * Presses Tab until the element has the focus. At every stop on the way a person must see where they are: the focused
 * element is shown, is marked, and nothing lies over it (docs/product.md, 20.32).
 */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  const wanted = await target.elementHandle();
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    // A list that closes fades out, and lies over the next field until then.
    await expect.poll(() => page.evaluate(findFault)).toBe('');
    if (await page.evaluate((element) => document.activeElement === element, wanted)) return;
  }
  throw new Error(`${target} is not among the next ${mostStops} stops`);
}

/** Runs in the page. @returns what is wrong with the place of the focus; empty when nothing is. */
function findFault(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus';
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40);
  const what = `${focused.tagName} “${name}”`;
  // A field is marked by the border of its frame.
  const isField = focused.closest('.mantine-Input-wrapper') !== null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const isMarked = isField || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0);
  if (!isMarked) return `${what} has the focus without a mark`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!over) return `${what} is outside the screen`;
  const isSeen = focused.contains(over) || over.contains(focused) || over.closest('label') !== null;
  return isSeen ? '' : `${what} is behind ${over.outerHTML.slice(0, 80)}`;
}

/** Tab and Enter. */
async function press(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** A dialog that closes gives the focus back to what has opened it. */
async function expectFocusBack(page: Page, opener: Locator) {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** So many that the list of them scrolls. */
async function makePrices(page: Page) {
  for (let count = 1; count <= 12; count += 1) {
    const data = { key: crypto.randomUUID(), name: `Seat ${count}`, unit_amount: 1000, currency: 'eur' };
    expect((await page.request.post('/api/v1/shop/prices', { data })).status()).toBe(201);
  }
}

test('an organiser makes an event, a block and a stream, and ends the stream, with the keyboard alone', async ({
  page,
  provokes,
}) => {
  provokes(answered(403, '/media/hls/'));
  test.setTimeout(120_000);
  // A second try finds the event of the first.
  const name = `By Hand ${test.info().retry + 1}`;
  await signInByCall(page, demoAdministrator);
  await makePrices(page);
  await page.goto('/admin/events');
  await press(page, page.getByRole('link', { name: 'New event' }));

  await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible();
  await type(page, page.getByRole('textbox', { name: 'Name' }), name);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(/^by-hand-/);
  await type(page, page.getByRole('combobox', { name: 'Time zone' }), 'amsterdam');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  for (const [label, day, time] of [
    ['Starts', '1/6/2035', '2000'],
    ['Ends', '1/6/2035', '2300'],
  ] as const) {
    await type(page, page.getByLabel(`${label}, day`), day);
    await type(page, page.getByLabel(`${label}, hours`), time);
  }
  await press(page, page.getByRole('button', { name: 'Create the draft' }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const eventId = new URL(page.url()).pathname.split('/').at(-1);

  const tabs = page.getByRole('navigation', { name: 'Event' });
  await press(page, tabs.getByRole('link', { name: 'Blocks' }));
  const addBlock = page.getByRole('button', { name: 'Add a block' }).first();
  await press(page, addBlock);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Main card');
  await press(page, page.getByRole('button', { name: 'Add the block' }));
  await expectFocusBack(page, addBlock);

  const addStream = page.getByRole('button', { name: 'Add a live stream to Main card' });
  await press(page, addStream);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Ring camera');
  await type(page, page.getByRole('textbox', { name: 'Video id' }), 'demo');
  await tabTo(page, page.getByRole('radio', { name: 'Inactive' }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Add the live stream' }));
  await expectFocusBack(page, addStream);

  await press(page, page.getByRole('button', { name: 'More for Ring camera' }));
  await expect(page.getByRole('menuitem', { name: 'Live ingest' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectFocusBack(page, page.getByRole('button', { name: 'More for Ring camera' }));

  await tabTo(page, tabs.getByRole('link', { name: 'Live desk' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const banner = page.getByRole('button', { name: /Send a banner|Another banner/ });
  await press(page, banner);
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('We start soon.');
  await press(page, page.getByRole('button', { name: 'Show to viewers' }));
  await expect(page.getByRole('region', { name: 'Banner that viewers see' })).toBeVisible();
  await expectFocusBack(page, banner);

  await press(page, page.getByRole('button', { name: 'Set inactive: Ring camera' }));
  await expect(page.getByRole('button', { name: 'Set active: Ring camera' })).toBeFocused();

  // The desk would ask for an event that is gone.
  await page.goto('about:blank');
  expect((await page.request.delete(`/api/v1/events/${eventId}`)).status()).toBe(204);
});
