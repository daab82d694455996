/**
 * The test of every journey. It fails one whose pages report an error, violate the content security policy or call
 * another host, in whichever context of the browser. A journey about a fault names what it provokes.
 */
import { type BrowserContext, test as base, expect } from '@playwright/test';

interface JourneyOptions {
  /** What the journey provokes. A finding ends with the address that it is about. */
  expectedErrors: RegExp[];
}

export const test = base.extend<JourneyOptions & { noFinding: undefined }>({
  expectedErrors: [[], { option: true }],
  noFinding: [
    async ({ browser, expectedErrors }, use) => {
      const findings = new Set<string>();
      const add = (finding: string) => {
        if (!expectedErrors.some((expected) => expected.test(finding))) findings.add(finding);
      };
      const watch = (context: BrowserContext) => watchContext(context, add);
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      expect([...findings]).toEqual([]);
    },
    { auto: true },
  ],
});

/** @param add is called with each finding. A violation of the policy is an error in the console. */
function watchContext(context: BrowserContext, add: (finding: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) =>
    add(`${error.error().stack ?? error.error()} (${error.page()?.url() ?? ''})`),
  );
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isForeign = /^(?:http|ws)s?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname);
    if (isForeign) add(`calls another host (${request.url()})`);
  });
}
