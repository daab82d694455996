/**
 * The test of every journey. It fails one whose pages report an error, violate the content security policy or call
 * another host, in whichever context of the browser. The browser also notes each answer of 400 and above as an error: a
 * journey that provokes one names it.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { startDemoServer } from './servers/demo-server.ts';
import { pushKeys } from './servers/push-keys.ts';

export interface JourneyOptions {
  /** Where the journeys of this project visit the mock's client. Undefined: they visit a server of their worker. */
  mockUrl: string | undefined;
}

interface JourneyServer {
  url: string;
  /** With the mails that the server has sent. */
  dataDir: string;
}

interface Journey {
  /** Call it with what the journey provokes. A finding ends with the address that it is about. */
  provokes: (...errors: RegExp[]) => void;
  /** All that was found until now. */
  findings: Set<string>;
  /** Watches a context of a browser that the journey starts itself. */
  watch: (context: BrowserContext) => void;
}

/** What the journeys of native apps need. */
const appSettings = {
  APP_ORIGINS: 'https://localhost,capacitor://localhost',
  APP_RETURN_URLS: 'ringside://app/sign-in',
};

export const test = base.extend<
  Journey & { provoked: RegExp[]; noFinding: undefined },
  JourneyOptions & { server: JourneyServer }
>({
  mockUrl: [undefined, { option: true, scope: 'worker' }],
  server: [
    async ({ mockUrl }, use) => {
      if (mockUrl !== undefined) return use({ url: mockUrl, dataDir: '' });
      await using server = await startDemoServer((dataDir) => ({ ...appSettings, ...pushKeys(dataDir) }));
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // A press on a rendered page that the browser has not taken over yet reaches nobody, and people are slower than journeys.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil === undefined) await takenOver(page);
      return answer;
    };
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  provoked: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  findings: async ({}, use) => use(new Set()),
  provokes: async ({ provoked }, use) => use((...errors) => void provoked.push(...errors)),
  watch: async ({ findings }, use) =>
    use((context) => watchContext(context, (finding) => findings.add(finding))),
  noFinding: [
    async ({ browser, provoked, findings, watch }, use) => {
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      const isProvoked = (finding: string) => provoked.some((error) => error.test(finding));
      expect([...findings].filter((finding) => !isProvoked(finding))).toEqual([]);
    },
    { auto: true },
  ],
});

/** React marks the root when it takes it over. A page without one, such as the API docs, is there at once. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}

/** An answer with this status, to a call whose address has this text. */
export function answered(status: number, address: string): RegExp {
  const text = address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^Failed to load resource: .* status of ${status} .*\\(https?://[^/]*[^ ]*${text}`);
}

/** A block that is not bought: the page asks, and shows what it costs. */
export const notBought = [answered(403, '/playback/watches?'), answered(403, '/signed-url')];
/** A device that has to stop: its playlist and segments, what it asks then, and a ping that was under way. */
export const stopped = [answered(403, '/media/hls/'), answered(403, '/signed-url'), answered(404, '/ping')];
/** A third device, which asks the viewer. */
export const thirdDevice = [answered(409, '/playback/sessions'), answered(409, '/playback/watches')];

/** Of a script that did not come, the browser says no more. */
const wordless = 'an error without words';

/** @param add is called with each finding. A violation of the policy is an error in the console. */
function watchContext(context: BrowserContext, add: (finding: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text() || wordless} (${message.location().url})`);
  });
  context.on('weberror', (error) =>
    add(`${error.error().stack || error.error().message || wordless} (${error.page()?.url() ?? ''})`),
  );
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isForeign = /^(?:http|ws)s?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname);
    if (isForeign) add(`calls another host (${request.url()})`);
  });
}
