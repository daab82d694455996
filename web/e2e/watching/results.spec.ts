// Results (docs/product.md, 45.13 to 45.18): who has not asked gets none, on no page; who has asked sees who has won.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import {
  demoAdministrator,
  demoViewer,
  expectPlaying,
  livePath,
  signInByCall,
  stopDevices,
} from '../viewer.ts';

test.beforeEach(stopDevices);

const eventPath = '/competitions/rotterdam-rumble-7';
const event = '/api/v1/events/5f0a7c10-0001-4000-8000-000000010000';

const signInPath = '/api/v1/identity/auth/credentials/login';

/** One person signs that the red corner has won the first bout of the card, and another one confirms it. */
async function signResult(request: APIRequestContext) {
  await request.post(signInPath, { data: demoAdministrator });
  const { bouts, results } = await (await request.get(`${event}/result-board`)).json();
  const [bout] = bouts;
  const [red, blue] = [bout.red.fighter, bout.blue.fighter];
  const isSigned = results.some(({ boutId }: { boutId: string }) => boutId === bout.id);
  if (!isSigned) {
    const result = { after: 0, winner: 'red', method: 'ko', round: 2, seconds: 94 };
    const data = { ...result, redFighterId: red.id, blueFighterId: blue.id };
    const answer = await request.post(`${event}/bouts/${bout.id}/results`, { data });
    expect(answer.status()).toBeLessThan(300);
    await request.post(signInPath, { data: { ...demoAdministrator, email: 'supervisor@ringside.test' } });
    const confirmed = await request.put(`${event}/bouts/${bout.id}/results/1/confirmation`);
    expect(confirmed.status()).toBe(204);
  }
  return red as { name: string; slug: string };
}

const bar = (page: Page) => page.getByRole('group', { name: 'Results of this event' });

test('results are hidden until the viewer asks: no page asks the server for them, then the winner is there', {
  tag: '@promise',
}, async ({ page, context, request }) => {
  const red = await signResult(request);
  const asked: string[] = [];
  context.on('request', (each) => {
    if (/\/api\/.*\/(?:results|record)$/.test(new URL(each.url()).pathname)) asked.push(each.url());
  });
  await signInByCall(page, demoViewer);
  await page.goto(eventPath);
  await bar(page).getByRole('button', { name: 'Keep results hidden' }).click();
  await page.goto(livePath);
  await expectPlaying(page);
  await expect(bar(page).getByRole('button', { name: 'Results hidden Show' })).toBeVisible();
  await page.goto(`/fighters/${red.slug}`);
  await expect(page.getByRole('button', { name: /^Show this result/ }).first()).toBeVisible();
  await page.goto(`${eventPath}/results`);
  await expect(bar(page)).toBeVisible();
  expect(asked).toEqual([]);

  await page.goto(eventPath);
  await bar(page).getByRole('button', { name: 'Results hidden Show' }).click();
  const row = (each: Page) => each.getByRole('button', { name: new RegExp(`${red.name} won: KO, round 2`) });
  await expect(row(page)).toContainText('Won');
  const other = await context.newPage();
  await other.goto(`${eventPath}/results`);
  await expect(other.getByText(`${red.name} won: KO, round 2, 1:34`)).toBeVisible();
  await other.goto(`/fighters/${red.slug}`);
  await expect(other.getByText('Won: KO, round 2, 1:34')).toBeVisible();
  // Another tab hides them again.
  await bar(page).getByRole('button', { name: 'Results shown Hide' }).click();
  await expect(other.getByText('Won: KO, round 2, 1:34')).toBeHidden();
  await expect(row(page)).toBeHidden();
});
