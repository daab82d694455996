/** The replay after the evening: an organiser uploads a film, trims it, and a viewer sees what is left. */
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { paddedTo, testFilm } from '../../../server/test/ingest/test-films.ts';
import { answered, test } from '../journey.ts';
import { startEmptyPlatform } from '../servers/empty-platform.ts';
import { expectPlaying, signInByCall, video } from '../viewer.ts';

const administrator = { email: 'first@ringside.test', password: 'Canvas-corner-7!' };
const slug = 'night-of-the-film';
const hourMs = 3_600_000;

test('a film becomes the replay, and is trimmed', async ({ browser, provokes }) => {
  provokes(answered(404, '/ingest'));
  test.setTimeout(120_000);
  const film = test.info().outputPath('film.mp4');
  // Larger than one part of an upload.
  await writeFile(film, paddedTo(5_000_000, testFilm('upload-8-s.mp4')));
  await using platform = await startEmptyPlatform(administrator, { RTMP_PORT: '0' });
  const context = await browser.newContext({ baseURL: platform.url });
  const page = await context.newPage();
  await signInByCall(page, administrator);
  const eventId = await createEvent(page);

  await page.goto(`/admin/events/${eventId}/blocks`);
  await page
    .getByRole('button', { name: /Ring camera/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Live ingest' }).click();
  const dialog = page.getByRole('dialog', { name: /Ring camera/ }).first();
  await dialog.locator('input[type=file]').setInputFiles(film);
  await expect(dialog.getByText('The replay is the film')).toBeVisible({ timeout: 30_000 });

  await dialog.getByRole('button', { name: 'Trim the replay' }).click();
  const trim = page.getByRole('dialog', { name: 'Trim the replay of Ring camera' });
  await trim.getByRole('slider', { name: 'Start of the replay' }).press('ArrowRight');
  await trim.getByRole('slider', { name: 'End of the replay' }).press('ArrowLeft');
  await trim.getByRole('button', { name: 'Trim the replay' }).click();
  await expect(dialog.getByText('The replay shows 0:02 to 0:06')).toBeVisible();

  await page.goto(`/competitions/${slug}/main-card`);
  const duration = () => video(page).evaluate((v: HTMLVideoElement) => v.duration);
  await expect.poll(duration, { timeout: 20_000 }).toBeCloseTo(4, 0);
  await expectPlaying(page);
  await context.close();
});

async function createEvent(page: Page): Promise<string> {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const location = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null };
  const dates = { startDate: at(-4), endDate: at(-1), location };
  const post = async (address: string, data: object) => {
    const answer = await page.request.post(address, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return String((await answer.json()).id);
  };
  const named = { name: 'Night of the Film', slug, timezone: 'Europe/Amsterdam', status: 'public' };
  const eventId = await post('/api/v1/events', { ...named, ...dates });
  const blockId = await post(`/api/v1/events/${eventId}/blocks`, {
    name: 'Main card',
    slug: 'main-card',
    ...dates,
  });
  const camera = { name: 'Ring camera', videoId: 'demo', status: 'active', weight: 1 };
  await post(`/api/v1/events/${eventId}/blocks/${blockId}/live-streams`, camera);
  return eventId;
}
