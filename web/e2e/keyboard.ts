/** Ways of a journey that has no pointer. */
import { expect, type Locator, type Page } from '@playwright/test';

const mostStops = 60;

/**
 * Presses Tab until the element has the focus. At every stop on the way a person must see where they are: the focused
 * element is shown, is marked, and nothing lies over it.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  let hasWrapped = false;
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    // After the last stop of the page the focus is in the browser, once.
    if (!hasWrapped && (await page.evaluate(() => document.activeElement === document.body))) {
      hasWrapped = true;
      continue;
    }
    // What closes or scrolls may lie over it for a moment.
    await expect.poll(() => page.evaluate(findFault)).toBe('');
    if (await target.evaluate((element) => document.activeElement === element)) return;
  }
  throw new Error(`${target} is not among the next ${mostStops} stops`);
}

/** Tab and Enter. */
export async function pressByTab(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Runs in the page. @returns what is wrong with the place of the focus; empty when nothing is. */
function findFault(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus';
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40);
  const what = `${focused.tagName} “${name}”`;
  // Some are marked on the element around them: the frame of a field, the label of a radio, the whole card of its link.
  const marked = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const around = [
    focused,
    focused.nextElementSibling,
    focused.parentElement,
    focused.closest('label'),
    focused.closest('article'),
    focused.closest('.mantine-Input-wrapper'),
    ...(focused.role === 'slider' ? focused.querySelectorAll('*') : []),
  ];
  const isMarked =
    focused.closest('.mantine-Input-wrapper') !== null ||
    around.some((element) => element && (marked(element) || marked(element, '::after')));
  if (!isMarked) return `${what} has the focus without a mark`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!over) return `${what} is outside the screen`;
  const isSeen = focused.contains(over) || over.contains(focused) || over.closest('label') !== null;
  return isSeen ? '' : `${what} is behind ${over.outerHTML.slice(0, 80)}`;
}
