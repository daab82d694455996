/**
 * The test of every journey. It fails one whose pages report an error, violate the content security policy or call
 * another host, in whichever context of the browser.
 */
import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';

interface JourneyOptions {
  /** Errors that the journey provokes. */
  expectedErrors: RegExp[];
}

export const test = base.extend<JourneyOptions & { noFinding: undefined }>({
  expectedErrors: [[], { option: true }],
  noFinding: [
    async ({ browser, expectedErrors }, use) => {
      const findings: string[] = [];
      const add = (finding: string) => {
        if (!expectedErrors.some((expected) => expected.test(finding))) findings.push(finding);
      };
      const watch = (context: BrowserContext) => watchContext(context, add);
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      expect(findings).toEqual([]);
    },
    { auto: true },
  ],
});

/** @param add is called with each finding. */
function watchContext(context: BrowserContext, add: (finding: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message))
      add(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => add(String(error.error().stack ?? error.error())));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isForeign = /^(?:http|ws)s?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname);
    if (isForeign) add(`calls another host: ${request.url()}`);
  });
}

/** The browser notes every status of 400 and above. Of the API and of pages it is an answer, and journeys say which. */
function isRefusal(message: ConsoleMessage): boolean {
  const isStatus = /^Failed to load resource: .* status of 4\d\d/.test(message.text());
  return isStatus && !/\/(?:assets|pictures)\//.test(message.location().url);
}
