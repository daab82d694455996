/** The page of an event: its poster over any picture, what a viewer takes along, and where it leads. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, signInByCall } from '../viewer.ts';

const upcoming = '/competitions/northern-crown';

// Many widths, and each pixel behind the words.
test.slow();

/** Answers every picture of the page with one colour, in the type that the page asks for. */
async function paint(page: Page, colour: string) {
  await page.route('**/media/pictures/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
    }),
  );
}

/**
 * The least contrast of the words of the poster to what is behind them. Each line of text is compared with every pixel
 * around it, with the words themselves made transparent.
 */
async function leastContrast(page: Page) {
  // A font that comes later moves the words.
  await page.evaluate(() => document.fonts.ready);
  const lines = await page.evaluate(() => {
    const poster = document.querySelector('section.on-stage');
    const walker = document.createTreeWalker(poster as Element, NodeFilter.SHOW_TEXT);
    const found: Array<{ words: string; colour: string; box: [number, number, number, number] }> = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const range = document.createRange();
      range.selectNodeContents(node);
      const colour = getComputedStyle(node.parentElement as Element).color;
      for (const { x, y, width, height } of range.getClientRects())
        if (words && width > 2 && height > 2) found.push({ words, colour, box: [x, y, width, height] });
    }
    return found;
  });
  expect(lines.length).toBeGreaterThan(5);
  await page.addStyleTag({ content: 'section.on-stage * { color: transparent !important; fill: none; }' });
  const shot = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  return page.evaluate(
    async ({ lines, shot }) => {
      const bytes = Uint8Array.from(atob(shot), (sign) => sign.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const scale = picture.width / window.innerWidth;
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      pen.drawImage(picture, 0, 0);
      const light = (rgb: ArrayLike<number>) => {
        const [r = 0, g = 0, b = 0] = [0, 1, 2].map((index) => {
          const part = (rgb[index] ?? 0) / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrasts = lines
        .filter(({ box: [, y, , height] }) => y >= 0 && y + height <= window.innerHeight)
        .map(({ words, colour, box }) => {
          const [x, y, width, height] = box.map((each) => Math.round(each * scale));
          const { data } = pen.getImageData(x ?? 0, y ?? 0, width || 1, height || 1);
          const text = light((colour.match(/[\d.]+/g) ?? []).map(Number));
          let least = 21;
          for (let at = 0; at < data.length; at += 4) {
            const behind = light(data.subarray(at, at + 3));
            least = Math.min(least, (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05));
          }
          return { words, least };
        });
      return contrasts.reduce((a, b) => (a.least < b.least ? a : b));
    },
    { lines, shot },
  );
}

// docs/product.md, 36.1.
for (const colour of ['#fff', '#000', '#e8b04a'])
  test(`every word of the poster can be read over ${colour}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await paint(page, colour);
    for (const width of [390, 768, 1024, 1440, 2200]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto(upcoming);
      await expect(page.getByRole('link', { name: 'Add to calendar' })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.querySelector('section.on-stage img')?.clientWidth ?? 0))
        .toBeGreaterThan(0);
      const { words, least } = await leastContrast(page);
      expect(least, `"${words}" at ${width} px`).toBeGreaterThanOrEqual(4.5);
    }
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`the whole page has no finding in ${colorScheme}, and asks nobody else`, async ({ page, baseURL }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type());
      // The journeys have no service worker, which they say themselves.
      if (isComplaint && !message.text().includes('blocked by Playwright')) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) complaints.push(request.url());
    });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(upcoming);
      // What is related is loaded when it comes near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(page.getByRole('heading', { name: 'More fight nights' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'NOK 149 ticket: Finals night' })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // To a viewer who has access, the calendar is the first action.
    await signInByCall(page, demoViewer);
    await page.goto(upcoming);
    const poster = page.getByRole('region', { name: 'Northern Crown' });
    await expect(poster.getByText('You have access')).toBeVisible();
    await expect(poster.getByRole('link', { name: 'See the tickets' })).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `signed in ${id} ${nodes[0]?.html}`)).toEqual([]);
    expect(complaints).toEqual([]);
  });

// docs/product.md, 36.5.
test('a viewer takes the event along for the calendar, by the keyboard', async ({ page }) => {
  await page.goto(upcoming);
  const link = page.getByRole('link', { name: 'Add to calendar' });
  const download = page.waitForEvent('download');
  await link.focus();
  await link.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('northern-crown.ics');
  await expect(page).toHaveURL(upcoming);
});

test('a price of the card leads to the tickets', async ({ page }) => {
  await page.goto(upcoming);
  await page.getByRole('link', { name: 'NOK 149 ticket: Finals night' }).click();
  await expect(page.getByRole('article', { name: 'Finals night' })).toBeInViewport();
});

test('what the head says of when and where is what the page shows', async ({ page }) => {
  await page.goto(upcoming);
  const [head] = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '')));
  const poster = page.getByRole('region', { name: head.name });
  await expect(poster.locator('time').first()).toHaveAttribute('datetime', head.startDate);
  const hall = head.location.find((each: { '@type': string }) => each['@type'] === 'Place');
  await expect(poster).toContainText(`${hall.name}, ${hall.address.addressLocality}`);
  await expect(poster).toContainText(hall.address.addressCountry);
  const blocks = head.subEvent.map(({ name }: { name: string }) => name);
  const card = page.getByRole('region', { name: 'The card' });
  expect(await card.getByRole('heading', { level: 3 }).allTextContents()).toEqual(blocks);
});
