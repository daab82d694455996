/**
 * Watches the demo's live fight for an hour (`--minutes 15` for less) and prints how the heap of the page grows, and how
 * many nodes of the document change in ten seconds. The first five minutes warm it up: code is compiled and the buffer
 * fills. Goals: the heap grows by less than 10 % in the hour, and at most 30 nodes change.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { browserArguments } from '../e2e/browser.ts';
import { livePath } from '../e2e/viewer.ts';
import { median } from './median.ts';
import { startPageServer } from './page-server.ts';
import { isSmall } from './size.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: isSmall ? '0.05' : '60' } } });
const minutes = Number(values.minutes);
const warmUpMinutes = Math.min(5, minutes / 3);
const account = { email: 'viewer@ringside.test', password: 'Ringside-demo-1!' };
const [mostGrowth, mostNodes] = [0.1, 30];
const [watchedMs, pauseMs] = isSmall ? [1_000, 1_000] : [10_000, 20_000];

await using server = await startPageServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: browserArguments });
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const signedIn = await context.request.post('/api/v1/identity/auth/credentials/login', { data: account });
  if (!signedIn.ok()) throw new Error(`Signing in answered ${signedIn.status()}`);
  const page = await context.newPage();
  await page.goto(livePath);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  await watch(page);
} finally {
  await browser.close();
}

async function watch(page: Page): Promise<void> {
  const startedAt = Date.now();
  const sizes: Array<{ minute: number; bytes: number }> = [];
  const changes: number[] = [];
  while (sizes.length === 0 || (sizes.at(-1)?.minute ?? 0) < minutes) {
    changes.push(await changedNodes(page));
    await page.waitForTimeout(pauseMs);
    const measured = { minute: (Date.now() - startedAt) / 60_000, ...(await heapOf(page)) };
    sizes.push(measured);
    const mb = (measured.bytes / 2 ** 20).toFixed(2);
    console.log(
      `    ${measured.minute.toFixed(1)} min: ${mb} MB, ${measured.nodes} nodes, ${measured.listeners} listeners`,
    );
  }
  const warm = sizes.filter(({ minute }) => minute >= warmUpMinutes).map(({ bytes }) => bytes);
  const share = Math.max(1, Math.floor(warm.length / 5));
  const growth = median(warm.slice(-share)) / median(warm.slice(0, share)) - 1;
  const seen = (minutes - warmUpMinutes).toFixed(0);
  console.log(
    `heap of the page: ${percent(growth)} in ${seen} minutes (goal < ${percent(mostGrowth)} in 60)`,
  );
  console.log(
    `nodes changed in 10 s: ${median(changes)}, at most ${Math.max(...changes)} (goal <= ${mostNodes})`,
  );
}

/** What is left after the garbage was collected. */
async function heapOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return {
      bytes: read('JSHeapUsedSize'),
      nodes: read('Nodes'),
      listeners: read('JSEventListeners'),
    };
  } finally {
    await session.detach();
  }
}

/** In ten seconds, the bar of the player and its clock left out. */
function changedNodes(page: Page): Promise<number> {
  return page.evaluate(async (ms) => {
    const changed = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!element?.closest('[role=slider]')) changed.add(target);
      }
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    await new Promise((resolve) => setTimeout(resolve, ms));
    observer.disconnect();
    return changed.size;
  }, watchedMs);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
