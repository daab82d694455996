import { expect, type Page } from '@playwright/test';
import { answered, test } from '../journey.ts';
import { liveCompetition } from '../viewer.ts';

const competition = '/competitions/rotterdam-rumble-7';

/** The calls of the page, and what the browser complains about. */
function record(page: Page) {
  const calls: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/kickboxing') && !pathname.endsWith('/events')) calls.push(pathname);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return { calls, complaints };
}

test('public pages are painted without a call, by what the server wrote into them', async ({ page }) => {
  const lists = '/api/v1/kickboxing/competitions';
  for (const [path, own] of [
    ['/', lists],
    [competition, `/api/v1/kickboxing${competition}`],
  ] as const) {
    const { calls, complaints } = record(page);
    // The footer asks when the page has loaded and nothing else is going on.
    const footer = page.waitForResponse('**/api/v1/site');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
    await footer;
    // The header reads the list on other pages too, but later.
    expect([path, calls.includes(own), complaints]).toEqual([path, false, []]);
    page.removeAllListeners();
  }
});

test('what the head says of the first page goes with it, and the next page asks for itself', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  const { calls } = record(page);
  await page.getByRole('link', { name: 'See the card' }).click();
  await expect(page).toHaveURL(competition);
  await expect(page).toHaveTitle(`${liveCompetition} · Ringside`);
  await expect(page.locator('[data-page]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The card' })).toBeVisible();
  expect(calls).toEqual([`/api/v1/kickboxing${competition}`, `/api/v1/kickboxing${competition}/bouts`]);
});

test('a page that the browser had kept is shown at once and asked for again', async ({ page }) => {
  await page.goto(competition);
  await page.goto('/demo/mail');
  const { calls } = record(page);
  // The browser may keep the page for ten seconds.
  await page.goto(competition);
  await expect(page.getByRole('heading', { level: 1, name: liveCompetition })).toBeVisible();
  await expect.poll(() => calls).toContain(`/api/v1/kickboxing${competition}`);
});

test('an address that leads nowhere is a 404 with the words of the client', async ({ page, provokes }) => {
  provokes(answered(404, '/no-such-night'), answered(404, '/no/such/page'));
  const { calls } = record(page);
  for (const path of ['/competitions/no-such-night', '/no/such/page']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText(`Page Not Found: ${path}`)).toBeVisible();
  }
  const night = '/api/v1/kickboxing/competitions/no-such-night';
  // Each once.
  expect(calls.filter((call) => call.includes('no-such-night'))).toEqual([night, `${night}/bouts`]);
});
