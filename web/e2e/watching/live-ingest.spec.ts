/**
 * Live from the venue: an organiser sets live ingest up, an encoder publishes, and one page of a viewer follows the
 * broadcast from the wait to the replay without a reload.
 */
import { expect, type Page } from '@playwright/test';
import { answered, test } from '../journey.ts';
import { startEmptyPlatform } from '../servers/empty-platform.ts';
import { expectPlaying, pressControl, signInByCall, video } from '../viewer.ts';
import { type Encoder, publish, type StreamKey } from './encoder.ts';

const administrator = { email: 'first@ringside.test', password: 'Canvas-corner-7!' };
const viewer = { email: 'vera@ringside.test', password: 'Third-row-seat-5!' };
const slug = 'night-at-the-venue';
const hourMs = 3_600_000;

test.use({ trace: { mode: 'retain-on-failure', screenshots: false } });

test('a broadcast, from the stream key to the replay', { tag: '@promise' }, async ({ browser, provokes }) => {
  provokes(answered(404, '/ingest'), answered(409, '/playback/watches'));
  // Three quarters of a minute on two idle cores.
  test.setTimeout(240_000);
  await using platform = await startEmptyPlatform(administrator, { RTMP_PORT: '0' });
  const options = { baseURL: platform.url };
  const [office, home] = [await browser.newContext(options), await browser.newContext(options)];
  const [desk, seat] = [await office.newPage(), await home.newPage()];

  await signInByCall(desk, administrator);
  const eventId = await createEvent(desk);
  const key = await test.step('the organiser adds a stream and sets live ingest up', () =>
    setUpIngest(desk, eventId));

  await test.step('the viewer waits, and takes the place of no device', async () => {
    await register(seat);
    await seat.goto(`/competitions/${slug}/main-card`);
    await expect(seat.getByRole('heading', { name: 'The picture will start soon' })).toBeVisible();
    await expect(seat.getByText('Starts soon').first()).toBeVisible();
    const sessions = await (await seat.request.get('/api/v1/playback/sessions')).json();
    expect(sessions.total).toBe(0);
  });
  // Lost with the first reload.
  await seat.evaluate(() => Object.assign(window, { isSamePage: true }));

  const encoders: Encoder[] = [];
  try {
    await test.step('an encoder publishes, and the picture starts by itself', async () => {
      encoders.push(await publish(key, '640x360'));
      await expectPicture(seat, 640);
      await expectPlaying(seat);
      await expect(seat.getByText('Starts soon')).toHaveCount(0);
      await expect(desk.getByText('Your picture arrives')).toBeVisible();
    });
    await test.step('the statistics tell the latency', async () => {
      await seat.keyboard.press('i');
      const latency = seat
        .getByRole('region', { name: 'Statistics' })
        .getByText(/^\d+\.\d s$/)
        .first();
      await expect.poll(async () => Number.parseFloat((await latency.textContent()) ?? '')).toBeLessThan(6);
      await seat.keyboard.press('i');
    });
    await test.step('the viewer goes back and returns to the edge', async () => {
      // A broadcast of a few seconds has nothing behind its edge.
      await expect(async () => {
        await seat.keyboard.press('Home');
        await expect(seat.getByRole('button', { name: 'Go live' })).toBeAttached({ timeout: 1_000 });
      }).toPass({ timeout: 45_000 });
      await expectPlaying(seat);
      await pressControl(seat, /^Go live$/);
      await expect(seat.getByRole('button', { name: 'Live', exact: true })).toBeAttached();
    });
    await test.step('the encoder is killed: the slate comes', async () => {
      encoders[0]?.kill();
      await expect(seat.getByText('The picture is interrupted', { exact: true })).toBeVisible();
      // Of the slate.
      await expectPicture(seat, 1280);
      await expectPlaying(seat);
    });
    await test.step('it returns with another resolution: the picture is back', async () => {
      encoders.push(await publish(key, '320x180'));
      await expectPicture(seat, 320);
      await expectPlaying(seat);
      await expect(seat.getByText('The picture is interrupted', { exact: true })).toHaveCount(0);
    });
    await test.step('the organiser ends it: the same page plays the replay', async () => {
      await desk.getByRole('button', { name: 'End broadcast' }).click();
      await desk
        .getByRole('dialog', { name: 'End the broadcast?' })
        .getByRole('button', { name: 'Continue' })
        .click();
      await expect(seat.getByRole('heading', { name: 'The broadcast has ended' })).toBeVisible();
      await expect(seat.getByText('The replay is ready in a moment.')).toBeVisible();
      // It begins with what came first.
      await expectPicture(seat, 640);
      await expectPlaying(seat);
      expect(await video(seat).evaluate((v: HTMLVideoElement) => v.duration)).toBeGreaterThan(8);
      await expect(seat.getByText('Replay', { exact: true }).first()).toBeVisible();
    });
    expect(await seat.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    for (const encoder of encoders) encoder.kill();
  }
  await Promise.all([office.close(), home.close()]);
});

const expectPicture = (page: Page, width: number) =>
  expect
    .poll(() => video(page).evaluate((v: HTMLVideoElement) => v.videoWidth), { timeout: 20_000 })
    .toBe(width);

/** By calls: the organiser's forms have a journey of their own. */
async function createEvent(page: Page): Promise<string> {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const location = { name: 'Havenhal', address: null, cityName: 'Rotterdam', countryName: null };
  const dates = { startDate: at(-1), endDate: at(3), location };
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return String((await answer.json()).id);
  };
  const eventId = await post('/api/v1/events', {
    name: 'Night at the Venue',
    slug,
    timezone: 'Europe/Amsterdam',
    status: 'public',
    ...dates,
  });
  await post(`/api/v1/events/${eventId}/blocks`, { name: 'Main card', slug: 'main-card', ...dates });
  return eventId;
}

async function setUpIngest(page: Page, eventId: string): Promise<StreamKey> {
  await page.goto(`/admin/events/${eventId}/blocks`);
  await page.getByRole('button', { name: 'Add a live stream to Main card' }).click();
  const form = page.getByRole('dialog', { name: 'Add a live stream to Main card' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Ring camera');
  await form.getByRole('textbox', { name: 'Video id' }).fill('demo');
  await form.getByRole('radio', { name: 'Active', exact: true }).check();
  await form.getByRole('button', { name: 'Add the live stream' }).click();
  await page
    .getByRole('button', { name: /Ring camera/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Live ingest' }).click();
  await page.getByRole('button', { name: 'Go live with an encoder' }).click();
  const secrets = page.getByRole('region', { name: 'Address and key' }).locator('code');
  await expect(secrets).toHaveCount(2);
  const [rtmpUrl = '', streamKey = ''] = await secrets.allTextContents();
  return { rtmpUrl, streamKey };
}

async function register(page: Page) {
  const data = { ...viewer, firstName: 'Vera', lastName: 'Smit' };
  const answer = await page.request.post('/api/v1/identity/auth/credentials/register', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  await signInByCall(page, viewer);
}
