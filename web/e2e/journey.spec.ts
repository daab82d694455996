/** What every journey is checked for is found, and a finding that the journey does not name fails it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { answered, test } from './journey.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

const expectFound = (findings: Set<string>, ...expected: RegExp[]) =>
  expect.poll(() => [...findings]).toEqual(expected.map((error) => expect.stringMatching(error)));

test('a violation of the content security policy is found', async ({ page, findings, provokes }) => {
  const violation = /Content Security Policy/;
  provokes(violation);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'void 0';
    document.body.append(script);
  });
  await expectFound(findings, violation);
});

test('an uncaught error and a lost promise are found', async ({ page, findings, provokes }) => {
  const errors = [/^SyntaxError: .*JSON/, /^Error: nobody waits for it/];
  provokes(...errors);
  await page.evaluate(() => void setTimeout(() => void JSON.parse('{')));
  await expectFound(findings, ...errors.slice(0, 1));
  await page.evaluate(() => void Promise.reject(new Error('nobody waits for it')));
  await expectFound(findings, ...errors);
});

test('a refused call is found, and a named one alone is let through', async ({
  page,
  findings,
  provokes,
}) => {
  const call = (slug: string) =>
    page.evaluate(
      (path) => fetch(path).then(({ status }) => status),
      `/api/v1/kickboxing/competitions/${slug}`,
    );
  const [one, other] = [answered(404, '/no-such-event'), answered(404, '/nor-this')];
  provokes(one, other);
  await call('no-such-event');
  await expectFound(findings, one);
  await call('nor-this');
  await expectFound(findings, one, other);
  const [first = ''] = findings;
  const strangers = [other, answered(403, '/no-such-event'), answered(404, '/api/v1/identity')];
  expect(strangers.filter((error) => error.test(first))).toEqual([]);
});

test('a request to another host is found, of a page that the journey opens', async ({
  browser,
  findings,
  provokes,
}) => {
  const request = /^calls another host \(https:\/\/elsewhere\.test\/\)$/;
  provokes(request);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('https://elsewhere.test/**', (route) => route.fulfill({ body: '' }));
  await page.goto('https://elsewhere.test/');
  await expectFound(findings, request);
  await context.close();
});

test('an error in the console that nobody has named fails the journey', async ({ page, findings }) => {
  await page.evaluate("console.error('something is wrong')");
  await expectFound(findings, /^something is wrong/);
  test.fail();
});

test('every journey is checked', () => {
  const specs = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const unchecked = specs.filter(
    (file) =>
      file.endsWith('.spec.ts') &&
      !/import \{[^}]*\btest\b[^}]*\} from '\.{1,2}\/journey\.ts'/.test(
        readFileSync(path.join(import.meta.dirname, file), 'utf8'),
      ),
  );
  expect(unchecked).toEqual([]);
});
