/** An organiser trims a replay while a viewer watches it (docs/product.md, 16.21 and 28.31). */
import { type APIRequestContext, expect } from '@playwright/test';
import { testFilm } from '../../../server/test/ingest/test-films.ts';
import { answered, test } from '../journey.ts';
import { startEmptyPlatform } from '../servers/empty-platform.ts';
import { expectPlaying, signInByCall, video } from '../viewer.ts';
import { openFaultyNetwork } from './faulty-network.ts';

const administrator = { email: 'first@ringside.test', password: 'Canvas-corner-7!' };
const slug = 'night-of-the-cut';
const hourMs = 3_600_000;

test('a replay that is trimmed while it plays goes on at the same picture', async ({ browser, provokes }) => {
  provokes(answered(404, '.m4s'));
  test.setTimeout(120_000);
  await using platform = await startEmptyPlatform(administrator);
  await using network = await openFaultyNetwork(platform.url);
  const context = await browser.newContext({ baseURL: network.url });
  const page = await context.newPage();
  await signInByCall(page, administrator);
  const stream = await addFilm(page.request);

  // The last two seconds are asked for at once, and come when they are cut out.
  let trim: Promise<number> | undefined;
  network.judge = (path) => {
    if (!/\d-3\.m4s$/.test(path) || trim !== undefined) return undefined;
    const data = { startSeconds: 2, endSeconds: 6 };
    trim = page.request.put(`${stream}/ingest/trim`, { data }).then((answer) => answer.status());
    return { lateMs: 7_000 };
  };
  await page.goto(`/competitions/${slug}/main-card`);
  await expectPlaying(page);
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.playbackRate = 0.4;
  });
  await expect.poll(() => trim).toBe(200);

  await expect(page.getByText('The organiser has changed this replay')).toBeVisible();
  const shown = await video(page).evaluate((v: HTMLVideoElement) => [v.duration, v.currentTime]);
  expect(shown[0]).toBeCloseTo(4, 0);
  expect(shown[1]).toBeGreaterThan(0.3);
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.ended)).toBe(true);
  await context.close();
});

/** Eight seconds, as the replay of a stream that never had an encoder. @returns the path of the stream. */
async function addFilm(request: APIRequestContext): Promise<string> {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const location = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null };
  const dates = { startDate: at(-4), endDate: at(-1), location };
  const post = async (address: string, data: object) => {
    const answer = await request.post(address, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  };
  const named = { name: 'Night of the Cut', slug, timezone: 'Europe/Amsterdam', status: 'public' };
  const event = `/api/v1/events/${(await post('/api/v1/events', { ...named, ...dates })).id}`;
  const card = { name: 'Main card', slug: 'main-card', ...dates };
  const block = `${event}/blocks/${(await post(`${event}/blocks`, card)).id}`;
  const camera = { name: 'Ring camera', videoId: 'demo', status: 'active', weight: 1 };
  const stream = `${block}/live-streams/${(await post(`${block}/live-streams`, camera)).id}`;
  const film = testFilm('upload-8-s.mp4');
  const { id } = await post(`${stream}/films`, { fileName: 'film.mp4', size: film.length });
  const headers = { 'content-type': 'application/octet-stream' };
  await request.patch(`${stream}/films/${id}?offset=0`, { headers, data: film });
  const state = async () => (await (await request.get(`${stream}/films`)).json()).data[0]?.state;
  await expect.poll(state).toBe('ready');
  return stream;
}
