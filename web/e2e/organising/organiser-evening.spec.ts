/**
 * One evening from an empty platform to the final bell: the first administrator invites an organiser, the organiser
 * makes an event beyond the next change of summer time and runs it, and a viewer watches.
 */
import { spawnSync } from 'node:child_process';
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { compressing, freePort, startEdge } from '../../../server/test/media/edge/nginx.ts';
import { answered, notBought, test } from '../journey.ts';
import { type EmptyPlatform, startEmptyPlatform } from '../servers/empty-platform.ts';
import { expectPlaying, signIn, video } from '../viewer.ts';
import { type ClockChange, instantOf, nextClockChange } from './clock-change.ts';
import { drawPicture } from './picture.ts';

const administrator = { email: 'first@ringside.test', password: 'Canvas-corner-7!' };
const organiser = { email: 'olga@ringside.test', password: 'Final-bell-round-9!' };
const viewer = { email: 'vera@ringside.test', password: 'Third-row-seat-5!' };
const slug = 'night-of-the-clocks';
const banner = 'A short break. Please stay here.';
// The end of the stream meets a playlist that the player has just asked for.
const expected = [answered(503, '/shop/prices'), answered(403, '/media/hls/'), ...notBought];
/** How fast a change must reach open pages (docs/product.md, 2.9). */
const followMs = 2_000;

// Pictures of every step would slow down the browsers, which decode several videos.
test.use({ trace: { mode: 'retain-on-failure', screenshots: false } });

test('an evening, from the first administrator to the end of the stream', {
  tag: '@promise',
}, async ({ browser, provokes }) => {
  provokes(...expected);
  // Half a minute on two idle cores.
  test.setTimeout(240_000);
  await using platform = await startEmptyPlatform(administrator);
  await spendEvening(browser, platform);
});

test('the same evening behind nginx, which ends TLS and compresses JSON (needs nginx)', async ({
  browser,
  provokes,
}) => {
  test.skip(spawnSync('nginx', ['-v']).status !== 0, 'nginx is not installed');
  provokes(...expected);
  test.setTimeout(240_000);
  const port = await freePort();
  await using edge = await startEdge(port, compressing, 'localhost');
  const url = `https://localhost:${edge.port}`;
  await using platform = await startEmptyPlatform(administrator, {
    PORT: String(port),
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
  });
  await spendEvening(browser, { ...platform, url });
});

async function spendEvening(browser: Browser, platform: Pick<EmptyPlatform, 'url' | 'linkMailedTo'>) {
  // Tokyo has no summer time and is no venue of this journey.
  const options = { baseURL: platform.url, timezoneId: 'Asia/Tokyo', ignoreHTTPSErrors: true };
  const office = await browser.newContext(options);
  const home = await browser.newContext(options);
  const clocks = nextClockChange();

  await test.step('the first administrator invites an organiser', () => invite(office));
  const desk = await office.newPage();
  await test.step('the organiser chooses a password and signs in', async () => {
    await desk.goto(await platform.linkMailedTo(organiser.email, '/auth/accept-invitation'));
    await desk.getByLabel('New password', { exact: true }).fill(organiser.password);
    await desk.getByRole('button', { name: 'Save the password' }).click();
    await expect(desk.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    await desk.goto('/admin');
    await signIn(desk, organiser);
    await expect(desk).toHaveURL('/admin');
  });
  await test.step('the organiser makes an event in another time zone', () => makeEvent(desk, clocks));
  await test.step('with two blocks on both sides of the clock change', () => addBlocks(desk, clocks));
  await test.step('and three live streams', () => addStreams(desk));
  await test.step('and a poster', () => addPoster(desk));
  await test.step('and publishes it', () => publish(desk));

  const seat = await home.newPage();
  await test.step('a viewer registers, confirms the address and has no access', async () => {
    await register(seat);
    await seat.goto(await platform.linkMailedTo(viewer.email, '/auth/verify-email'));
    await seat.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(seat.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    await expectSchedule(seat, clocks);
    await seat.goto(`/competitions/${slug}/live`);
    await expect(seat.getByText('You need access to watch this')).toBeVisible();
  });
  await test.step('the organiser grants access with a CSV file', () => grantAccess(desk));
  await test.step('the viewer watches', async () => {
    await seat.getByRole('button', { name: 'Check again' }).click();
    await expectPlaying(seat);
  });

  await desk.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Live desk' }).click();
  await test.step('a banner reaches the viewer, and leaves again', async () => {
    await desk.getByRole('button', { name: 'Send a banner' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Banner for viewers' });
    await dialog.getByRole('textbox', { name: 'Text' }).fill(banner);
    const send = dialog.getByRole('button', { name: 'Show to viewers' });
    await expectToFollow(seat, { press: send, call: 'PUT', seen: seat.getByText(banner) });
    const shown = desk.getByRole('region', { name: 'Banner that viewers see' });
    const takeBack = shown.getByRole('button', { name: 'Take it back' });
    await expectToFollow(seat, { press: takeBack, call: 'DELETE', gone: seat.getByText(banner) });
  });
  await test.step('the end of the stream reaches the viewer', async () => {
    const card = desk.getByRole('article', { name: 'Ring camera' });
    await expect(card.getByText('Viewers now').locator('xpath=following-sibling::dd')).toHaveText('1');
    await card.getByRole('button', { name: 'Set inactive: Ring camera' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Set Ring camera inactive?' });
    await expect(dialog.getByText(/^1 viewer loses the picture/)).toBeVisible();
    const end = dialog.getByRole('button', { name: 'Continue' });
    const seen = seat.getByText('The stream is not on air');
    await expectToFollow(seat, { press: end, call: 'PATCH', seen });
    await expect.poll(() => video(seat).evaluate((v: HTMLVideoElement) => v.paused)).toBe(true);
  });
  await Promise.all([office.close(), home.close()]);
}

async function invite(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/admin/identity/users');
  await signIn(page, administrator);
  await page.getByRole('button', { name: 'Add a user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a user' });
  await dialog.getByLabel('First name').fill('Olga');
  await dialog.getByLabel('Last name').fill('Visser');
  await dialog.getByLabel('E-mail address').fill(organiser.email);
  await dialog.getByRole('checkbox', { name: 'Organiser' }).check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Olga Visser' })).toBeVisible();
  await page.goto('/auth/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await page.close();
}

const typed = (day: ClockChange['day']) => `${day.day}/${day.month}/${day.year}`;

/** A day and a time on the clock of the venue. The hours come first; typing goes on to the minutes. */
async function chooseTime(form: Page | Locator, label: string, day: ClockChange['day'], time: string) {
  await form.getByLabel(`${label}, day`).fill(typed(day));
  await form.getByLabel(`${label}, hours`).focus();
  await form.getByLabel(`${label}, hours`).pressSequentially(time.slice(0, 2));
  await form.getByLabel(`${label}, minutes`).pressSequentially(time.slice(3));
  await expect(form.getByLabel(`${label}, hours`)).toHaveValue(time.slice(0, 2));
}

async function makeEvent(page: Page, { zone, today, day }: ClockChange) {
  await page.goto('/admin/events/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Night of the Clocks');
  await page.getByRole('combobox', { name: 'Time zone' }).fill(zone);
  await page.getByRole('option', { name: zone }).click();
  await chooseTime(page, 'Starts', today.subtract({ days: 1 }), '18:00');
  await chooseTime(page, 'Ends', day.add({ days: 1 }), '23:30');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Night of the Clocks' })).toBeVisible();
  await expect(page.getByText('Not ready to publish. There is no block yet.')).toBeVisible();
}

/** The first block is on now; the second one comes after the clocks have changed. */
async function addBlocks(page: Page, { today, day }: ClockChange) {
  const blocks = [
    {
      name: 'Undercard',
      from: { day: today.subtract({ days: 1 }), time: '18:00' },
      to: { day: today.add({ days: 1 }), time: '12:00' },
    },
    {
      name: 'Main card',
      from: { day: day.add({ days: 1 }), time: '20:00' },
      to: { day: day.add({ days: 1 }), time: '23:00' },
    },
  ];
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Blocks' }).click();
  for (const { name, from, to } of blocks) {
    await page.getByRole('button', { name: 'Add a block' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a block' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await chooseTime(dialog, 'Starts', from.day, from.time);
    await chooseTime(dialog, 'Ends', to.day, to.time);
    await dialog.getByRole('checkbox', { name: 'Viewers need an access' }).check();
    await dialog.getByRole('button', { name: 'Add the block' }).click();
    await expect(page.getByRole('article', { name })).toBeVisible();
  }
}

async function addStreams(page: Page) {
  const streams = [
    { block: 'Undercard', name: 'Ring camera', status: 'Active' },
    { block: 'Undercard', name: 'Corner camera', status: 'Inactive' },
    { block: 'Main card', name: 'Main camera', status: 'Active' },
  ];
  for (const { block, name, status } of streams) {
    await page.getByRole('button', { name: `Add a live stream to ${block}` }).click();
    const dialog = page.getByRole('dialog', { name: `Add a live stream to ${block}` });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Video id' }).fill('demo');
    await dialog.getByRole('radio', { name: status, exact: true }).check();
    await dialog.getByRole('button', { name: 'Add the live stream' }).click();
    await expect(page.getByRole('button', { name: `Test ${name}` })).toBeVisible();
  }
}

async function addPoster(page: Page) {
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Images' }).click();
  await page.getByLabel('Picture file').setInputFiles(await drawPicture(page, { width: 1280, height: 720 }));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  // The server makes all sizes first.
  await expect(page.getByRole('button', { name: 'Replace the picture' })).toBeVisible({ timeout: 40_000 });
}

async function publish(page: Page) {
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('2 blocks with 3 live streams.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Back to draft' })).toBeVisible();
}

async function register(page: Page) {
  await page.goto('/auth/register');
  await page.getByLabel('E-mail address').fill(viewer.email);
  await page.getByLabel('Password', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
}

/** 20:00 is 20:00 at the venue, on both sides of the change; and the poster is there. */
async function expectSchedule(page: Page, { zone, today, day }: ClockChange) {
  const answer = await page.request.get(`/api/v1/kickboxing/competitions/${slug}`);
  const competition = await answer.json();
  const starts = competition.blocks.map(({ startDate }: { startDate: string }) => Date.parse(startDate));
  const [undercard, mainCard] = [today.subtract({ days: 1 }), day.add({ days: 1 })];
  expect(starts).toEqual([instantOf(undercard, '18:00', zone), instantOf(mainCard, '20:00', zone)]);
  const offset = (at: ClockChange['day']) =>
    at.toZonedDateTime({ timeZone: zone, plainTime: '18:00' }).offset;
  expect(offset(mainCard)).not.toBe(offset(undercard));
  expect(competition.pictureId).not.toBeNull();
}

async function grantAccess(page: Page) {
  await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Access' }).click();
  await page.getByRole('link', { name: 'Grant access' }).first().click();
  await page.getByRole('tab', { name: 'CSV file' }).click();
  const rows = ['Order,E-mail', `1,${viewer.email}`, '2,nobody-yet@ringside.test'];
  const buffer = Buffer.from(rows.join('\r\n'));
  const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File with addresses').setInputFiles(file);
  await page.getByRole('button', { name: 'Check 2 accesses' }).click();
  const report = page.getByRole('region', { name: 'This is what will happen' });
  await expect(report.getByRole('listitem')).toHaveText([/^1 access at once/, /^1 access as soon as/]);
  await page.getByRole('button', { name: 'Grant 2 accesses' }).click();
  await expect(page.getByRole('heading', { name: '2 accesses granted' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the accesses' }).click();
}

interface Followed {
  press: Locator;
  /** The method of the call that makes the change. */
  call: 'PUT' | 'PATCH' | 'DELETE';
  seen?: Locator;
  gone?: Locator;
}

/** The viewer's page changes by itself, soon after the server has acknowledged the change. */
async function expectToFollow(viewerPage: Page, { press, call, seen, gone }: Followed) {
  if (seen) await expect(seen).toBeHidden();
  const answer = press.page().waitForResponse((response) => response.request().method() === call);
  await press.click();
  expect((await answer).ok()).toBe(true);
  const acknowledgedAt = performance.now();
  if (seen) await expect(seen).toBeVisible({ timeout: followMs });
  if (gone) await expect(gone).toBeHidden({ timeout: followMs });
  const took = `${Math.round(performance.now() - acknowledgedAt)} ms after ${call}`;
  test.info().annotations.push({ type: 'followed', description: took });
  expect(viewerPage.url()).toContain('/live');
}
