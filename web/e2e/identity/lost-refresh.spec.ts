/** A refresh token works once. The network may go away between a refresh and its answer (docs/product.md, 9.6). */
import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { demoViewer, expectPlaying, livePath, signInByCall, stopDevices } from '../viewer.ts';

const refreshPath = '**/api/v1/identity/auth/token/refresh';

test('a viewer whose refresh got no answer watches on, also after a reload', async ({
  page,
  request,
  provokes,
}) => {
  provokes(/^Failed to load resource: net::ERR_FAILED .*\/token\/refresh/);
  await stopDevices({ request });
  await signInByCall(page, demoViewer);
  await page.goto(livePath);
  await expectPlaying(page);

  const statuses: number[] = [];
  await page.route(refreshPath, async (route) => {
    const call = route.request();
    // The server answers, and nothing of it reaches the browser: neither cookies nor body.
    const answer = await fetch(call.url(), {
      method: 'POST',
      headers: await call.allHeaders(),
      body: call.postData() ?? '',
    });
    statuses.push(answer.status);
    await route.abort();
  });
  await expireSoon();
  await checkTokens();
  await expect.poll(() => statuses).toEqual([200]);

  await page.unroute(refreshPath);
  const refreshed = page.waitForResponse(refreshPath);
  await page.reload();
  expect((await refreshed).status()).toBe(200);
  await expectPlaying(page);
  const account = await page.request.get('/api/v1/identity/auth/token/user-info');
  expect(account.status()).toBe(200);

  /** As the client sees it: 20 seconds are left of the access token. */
  async function expireSoon() {
    const context = page.context();
    const found = (await context.cookies()).find(({ name }) => name === 'accessTokenExpirationDate');
    if (!found) throw new Error('The client is not told when the access token expires');
    const value = encodeURIComponent(new Date(Date.now() + 20_000).toISOString());
    await context.addCookies([{ ...found, value }]);
  }

  /** What the client does every 30 seconds, and when the network comes back. */
  async function checkTokens() {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  }
});
