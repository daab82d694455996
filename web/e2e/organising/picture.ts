import type { Page } from '@playwright/test';

/** A picture drawn by the browser, as a file of a form. A square one is not 16:9, so it must be cut. */
export async function drawPicture(page: Page, { width = 2000, height = 2000 } = {}) {
  const data = await page.evaluate(
    (size) => {
      const canvas = Object.assign(document.createElement('canvas'), size);
      canvas.getContext('2d')?.fillRect(0, 0, size.width, size.height);
      return canvas.toDataURL('image/png');
    },
    { width, height },
  );
  const buffer = Buffer.from(data.split(',')[1] ?? '', 'base64');
  return { name: 'poster.png', mimeType: 'image/png', buffer };
}
