// A fight night (docs/product.md, 44.9 to 44.15): the bell reaches the viewer with the picture, and never before it.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import {
  demoAdministrator,
  demoViewer,
  expectPlaying,
  livePath,
  pressControl,
  signInByCall,
  stopDevices,
  video,
} from '../viewer.ts';

test.beforeEach(stopDevices);

const event = '/api/v1/events/5f0a7c10-0001-4000-8000-000000010000';
const tonight = (page: Page) => page.getByRole('region', { name: 'Tonight' });

/** One more fight at the end of the demo's card, which nobody has rung yet. */
async function addFight(request: APIRequestContext) {
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.status()).toBeLessThan(300);
    return answer.json();
  };
  await post('/api/v1/identity/auth/credentials/login', demoAdministrator);
  const [red, blue] = ['Ada Winterbourne', 'Greta Solheim'];
  const [redFighterId, blueFighterId] = await Promise.all(
    [red, blue].map(async (name) => (await post('/api/v1/fighters', { name })).id),
  );
  const { bouts } = await (await request.get(`${event}/bell-board`)).json();
  const { blockId } = bouts.at(-1);
  const { id } = await post(`${event}/bouts`, { blockId, redFighterId, blueFighterId });
  const ring = (kind: string, round: number | null = null) =>
    post(`${event}/bouts/${id}/bells`, { id: randomUUID(), kind, round, at: new Date().toISOString() });
  return { id, red, ring };
}

test('the bell is on the page with the picture, and a viewer who is behind sees it later, on every page', {
  tag: '@promise',
}, async ({ page, context, browser, request }) => {
  const { id, red, ring } = await addFight(request);
  await ring('walkout');
  await signInByCall(page, demoViewer);
  await page.goto(livePath);
  await expectPlaying(page);
  await expect(tonight(page)).toContainText(red);
  await expect(tonight(page)).toContainText('Walkout');
  await ring('round-start', 1);
  await expect(tonight(page)).toContainText(/Round 1, 0:\d\d/);

  await pressControl(page, /^Pause/);
  const eventPage = await context.newPage();
  await eventPage.goto('/competitions/rotterdam-rumble-7');
  const row = eventPage.getByRole('button', { name: new RegExp(red) });
  await expect(row).toContainText('Now');
  await ring('over');
  // Somebody who watches nothing hears it at once: so it has arrived.
  const stranger = await browser.newPage();
  await stranger.goto(eventPage.url());
  await expect(stranger.getByRole('button', { name: new RegExp(red) })).toContainText('Over');
  await stranger.close();
  await expect(row).toContainText('Now');
  await expect(tonight(page)).toContainText('Round 1');
  for (const each of [page, eventPage]) {
    const stored = await each.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(id);
  }

  await pressControl(page, /^Play$/);
  await expect(row).toContainText('Over');
  await expect(tonight(page)).toBeHidden();
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.paused)).toBe(false);
});
