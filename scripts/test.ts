/**
 * Runs every check, the cheapest first. Stops at the first step that fails; the last line counts the tests of every
 * runner.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from './builds.ts';
import { findBrowser } from './find-browser.ts';
import { syncMobile } from './mobile.ts';
import { binOf, mustRun, root } from './run.ts';

/** Of the server in web/playwright.config.ts, for which the app is built. */
const journeysOrigin = 'http://localhost:3210';
const reports = mkdtempSync(join(tmpdir(), 'ringside-reports-'));
const counts = { passed: 0, failed: 0 };
/** The names of the tests that passed at their second try. */
const repeated: string[] = [];
const typescript = join(root, 'node_modules/typescript/bin/tsc');
// Tests start hundreds of processes, each of which would compile the server again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

try {
  await mustRun('contract: lint', { in: 'openapi', args: ['scripts/lint.ts'] });
  await mustRun('contract: generated files are fresh', { in: 'openapi', args: ['scripts/check-fresh.ts'] });
  await mustRun('contract: breaking changes against the last landed one', {
    in: 'openapi',
    args: ['scripts/diff.ts'],
  });
  for (const folder of ['.', 'server', 'web', 'mobile-shell']) {
    await mustRun(`types of ${folder}`, { in: folder, args: [typescript, '-p', '.'] });
  }
  await mustRun('lint', {
    in: '.',
    args: [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  });
  await mustRun('import borders and circles', { in: '.', args: ['scripts/borders/check.ts'] });
  await mustRun('unused files, exports and dependencies', {
    in: '.',
    args: [binOf('.', 'knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
  });
  if (!process.env.TEST_DATABASE_URL) {
    process.stdout.write('TEST_DATABASE_URL is not set: the API tests run on the embedded engine only.\n');
  }
  await vitest('scripts', { packages: '.' });
  for (const folder of ['openapi', 'server', 'web', 'mobile-shell']) await vitest(folder);
  await buildStale();
  // A computer that checks a commit has changed nothing, also when it keeps the folders of the run before.
  const mustBeCommitted = Boolean(process.env.CI);
  await syncMobile({ RINGSIDE_ORIGIN: journeysOrigin }, { mustBeCommitted });
  await journeys('browser journeys');
  await journeys('pages against the mock', ['-c', 'e2e/mock/mock.config.ts']);
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  counts.failed ||= 1;
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
  for (const name of repeated) process.stdout.write(`\nat the second try: ${name}`);
  process.stdout.write(
    `\n${counts.passed} passed (${repeated.length} at the second try), ${counts.failed} failed\n`,
  );
}

/** Each test gets a second try, because a busy machine can hold a process up; the last lines say which ones needed it. */
async function vitest(folder: string, { packages = folder } = {}): Promise<void> {
  const report = join(reports, `${folder}.json`);
  const args = [
    binOf(packages, 'vitest/vitest.mjs'),
    'run',
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
  ];
  try {
    await mustRun(`tests of ${folder}`, { in: folder, args: [...args, `--outputFile.json=${report}`] });
  } finally {
    const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
    count(numPassedTests, numFailedTests);
    for (const { name, assertionResults } of testResults) {
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === 'passed' && failureMessages.length > 0) repeated.push(`${name}: ${fullName}`);
      }
    }
  }
}

/** The same for a browser, with a third try: a journey takes minutes and shares the machine with the server it visits. */
async function journeys(title: string, config: string[] = []): Promise<void> {
  const report = join(reports, `${title}.json`);
  try {
    await mustRun(title, {
      in: 'web',
      args: [
        binOf('web', '@playwright/test/cli.js'),
        'test',
        ...config,
        '--retries=2',
        '--reporter=list,json',
      ],
      env: { CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
  } finally {
    const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
    count(expected + flaky, unexpected);
    repeated.push(...Array.from({ length: flaky }, () => 'a browser journey (see "flaky" above)'));
  }
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
  stats?: { expected?: number; flaky?: number; unexpected?: number };
}

/** Empty if the runner failed before it wrote a report. */
function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {};
  }
}

function count(passed: number, failed: number): void {
  counts.passed += passed;
  counts.failed += failed;
}
