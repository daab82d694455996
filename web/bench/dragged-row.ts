/**
 * Drags bouts through a card of 60 in the organisers' editor and prints the longest task of the page: while the row is dragged,
 * and from its drop until the card is stored and drawn. The page scrolls along meanwhile. Goal: no task above 50 ms while it is
 * dragged. `--slower 4` makes the processor so many times slower, as on a phone.
 */
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';
import { startPageServer } from './page-server.ts';
import { isSmall } from './size.ts';

const { values } = parseArgs({ options: { slower: { type: 'string', default: '1' } } });
const boutCount = isSmall ? 8 : 60;
const account = { email: 'admin@ringside.test', password: 'Ringside-demo-1!' };
/** From here on the browser calls a task long. */
const goalMs = 50;
/** From there on the page scrolls along. */
const [nearTop, nearBottom] = [90, 870];

await using server = await startPageServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: browserArguments });
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(`/api/v1${path}`, { data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return answer.json();
  };
  await post('/identity/auth/credentials/login', account);
  const eventId = await insertCard(post);
  const page = await context.newPage();
  await page.addInitScript(countLongTasks);
  await page.goto(`/admin/events/${eventId}/card`);
  await page
    .locator('[data-bout]')
    .nth(boutCount - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  await checkCounting(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
  console.log(`a card of ${boutCount} bouts, the processor ${values.slower} times slower`);
  for (const [from, end] of [
    [0, 'bottom'],
    [boutCount - 1, 'top'],
    [Math.floor(boutCount / 2), 'bottom'],
  ] as const) {
    const before = await workOf(devTools);
    const dragged = await drag(page, from, end);
    const work = await workOf(devTools);
    const perFrame = ((work.seconds - before.seconds) * 1_000) / (work.frames - before.frames);
    const landed = await drop(page);
    console.log(
      `    bout ${from + 1} to the ${end}: ${inWords(dragged)} while dragged (goal: none above ${goalMs} ms), ${perFrame.toFixed(1)} ms of script, style and layout a frame; ${inWords(landed)} after the drop`,
    );
  }
} finally {
  await browser.close();
}

type Post = (path: string, data: object) => Promise<{ id: string }>;

/** A night with one block. */
async function insertCard(post: Post): Promise<string> {
  const dates = { startDate: '2031-03-01T18:00:00Z', endDate: '2031-03-01T23:00:00Z' };
  const location = {
    name: 'Maashal',
    address: 'Kadeweg 7',
    cityName: 'Rotterdam',
    countryName: 'Netherlands',
  };
  const place = { timezone: 'Europe/Amsterdam', location, ...dates };
  const event = await post('/events', { name: 'Sixty', slug: 'sixty', ...place });
  const block = { name: 'Main card', slug: 'main-card', location, paymentRequired: false, ...dates };
  await post(`/events/${event.id}/blocks`, block);
  const rows = Array.from({ length: boutCount }, (_, index) => ({
    red: `Noor Haddad-Verstraeten ${index + 1}`,
    blue: `Jens Okafor ${index + 1}`,
    weight: 'Lightweight, 70 kg',
    rounds: '5 x 3',
    title: index % 7 === 0 ? 'Ringside title' : '',
    country: 'NL / DE',
    redChoice: 'new',
    blueChoice: 'new',
  }));
  await post(`/events/${event.id}/bouts/import`, { rows });
  return event.id;
}

interface Counted {
  longTasks: number[];
}

/** Runs in the page. */
function countLongTasks() {
  const counted = window as unknown as Counted;
  counted.longTasks = [];
  new PerformanceObserver((list) => {
    counted.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
}

/** The long tasks since the last call. Frames let the observer report what has ended. */
async function takeLongTasks(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return (window as unknown as Counted).longTasks.splice(0);
  });
}

/** A task that is surely long must be seen, or silence would say nothing. */
async function checkCounting(page: Page): Promise<void> {
  await takeLongTasks(page);
  await page.evaluate(async (ms) => {
    await new Promise((resolve) => setTimeout(resolve));
    const until = performance.now() + ms;
    while (performance.now() < until);
  }, 2 * goalMs);
  await page.waitForTimeout(100);
  if ((await takeLongTasks(page)).length === 0) throw new Error('The browser reports no long tasks');
}

/** Over the rows in sight, and then on to an end of the card. The pointer stays down. */
async function drag(page: Page, from: number, end: 'top' | 'bottom'): Promise<number[]> {
  // The grip is for the pointer alone: it has no role.
  const grip = page.locator('[data-bout] > :first-child').nth(from);
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  if (!box) throw new Error('The row has no grip');
  const x = box.x + box.width / 2;
  await takeLongTasks(page);
  await page.mouse.move(x, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, 480, { steps: 30 });
  await page.mouse.move(x, end === 'top' ? nearTop : nearBottom, { steps: 30 });
  const others = page.locator('[data-bout]:not([data-dragged])');
  const last = end === 'top' ? others.first() : others.last();
  await last
    .and(page.locator(`[data-drop="${end === 'top' ? 'before' : 'after'}"]`))
    .waitFor({ timeout: 60_000 });
  return takeLongTasks(page);
}

/** What the page itself does, without painting, which a browser without a graphics card does slowly. */
async function workOf(devTools: CDPSession) {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const seconds = figure('ScriptDuration') + figure('RecalcStyleDuration') + figure('LayoutDuration');
  return { seconds, frames: figure('RecalcStyleCount') };
}

async function drop(page: Page): Promise<number[]> {
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/bouts/order'));
  await page.mouse.up();
  await stored;
  await page.waitForLoadState('networkidle');
  return takeLongTasks(page);
}

function inWords(tasks: readonly number[]): string {
  return tasks.length === 0
    ? 'no long task'
    : `${tasks.length} long, the longest ${Math.max(...tasks).toFixed(0)} ms`;
}
