/**
 * Visits thirteen cameras of a live block in one page, so that twelve players are kept, and counts in `--seconds 60` the
 * requests for their video. Goal: none, while the last camera plays on. Also prints what a return to a kept player asks for.
 */
import { parseArgs } from 'node:util';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';
import { demoAdministrator, demoViewer, livePath } from '../e2e/viewer.ts';
import { startPageServer } from './page-server.ts';
import { isSmall } from './size.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: isSmall ? '2' : '60' } } });
const seconds = Number(values.seconds);
const cameras = isSmall ? 4 : 13;
const kept = cameras - 1;
const login = '/api/v1/identity/auth/credentials/login';
const competition = '/api/v1/kickboxing/competitions/rotterdam-rumble-7';

await using server = await startPageServer();
const baseURL = server.url;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: browserArguments });
try {
  const organiser = await browser.newContext({ baseURL });
  const ids = await addCameras(organiser.request);
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  await context.request.post(login, { data: demoViewer });
  const page = await context.newPage();
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const id = ids.find((known) => request.url().includes(known));
    if (id && request.url().includes('/media/')) asked.set(id, (asked.get(id) ?? 0) + 1);
  });
  await page.goto(`${livePath}?stream=${ids[0]}`);
  await plays(page);
  for (const id of ids.slice(1)) await choose(page, id);
  asked.clear();
  await page.waitForTimeout(seconds * 1_000);
  const current = ids.at(-1) as string;
  const others = [...asked].filter(([id]) => id !== current).reduce((sum, [, count]) => sum + count, 0);
  console.log(`playlists of ${kept} kept players in ${seconds} s: ${others} (goal 0)`);
  console.log(`playlists of the camera that plays: ${asked.get(current) ?? 0}`);
  asked.clear();
  await choose(page, ids[1] as string);
  console.log(`playlists after a return to the oldest one: ${asked.get(ids[1] as string) ?? 0}`);
  const isGood = others === 0 && (asked.get(current) ?? 0) < 3;
  process.exitCode = isGood || isSmall ? 0 : 1;
} finally {
  await browser.close();
}

/** @returns the ids of the streams that are on air in the main card, after more were added. */
async function addCameras(request: APIRequestContext): Promise<string[]> {
  await request.post(login, { data: demoAdministrator });
  const { id: eventId, blocks } = await (await request.get(competition)).json();
  const block = blocks.find(({ slug }: { slug: string }) => slug === 'main-card');
  const ids = block.liveStreams.map(({ id }: { id: string }) => id);
  while (ids.length < cameras) {
    const weight = ids.length + 1;
    const answer = await request.post(`/api/v1/events/${eventId}/blocks/${block.id}/live-streams`, {
      data: { videoId: 'demo', name: `Camera ${weight}`, status: 'active', weight },
      headers: { origin: baseURL },
    });
    if (!answer.ok()) throw new Error(`A camera: ${answer.status()} ${await answer.text()}`);
    ids.push((await answer.json()).id);
  }
  return ids;
}

/** Goes to a camera as its link does, without a new document. */
async function choose(page: Page, id: string): Promise<void> {
  await page.evaluate((search) => {
    window.history.pushState({ idx: 0 }, '', search);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, `?stream=${id}`);
  await page.waitForFunction((text) => window.location.search === text, `?stream=${id}`);
  await plays(page);
}

async function plays(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const at = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const before = await at();
  await page.waitForFunction(
    (time) => {
      const video = document.querySelector('video');
      return video && !video.paused && video.videoWidth > 0 && Math.abs(video.currentTime - time) > 1;
    },
    before,
    { timeout: 60_000 },
  );
}
