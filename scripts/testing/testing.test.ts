import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from '../run.ts';
import { lastLines } from './last-lines.ts';
import { readOptions } from './options.ts';
import { nothingRan, readJourneysReport, readVitestReport } from './reports.ts';
import { runSteps } from './run-steps.ts';
import { type Step, stepsOf } from './steps.ts';
import { findTestFiles } from './test-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringside-testing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.spyOn(process.stdout, 'write').mockReturnValue(true);

function reportOf(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('readOptions', () => {
  it('runs the tier test on the best engine there is', () => {
    expect(readOptions([], {})).toMatchObject({ tier: 'test', words: [], engine: 'pglite', bail: false });
    expect(readOptions([], { TEST_DATABASE_URL: 'postgres://x' })).toMatchObject({ engine: 'postgres' });
  });

  it.each([
    [['--tier', 'none'], /^--tier is one of/],
    [['--engine', 'postgres'], /needs TEST_DATABASE_URL/],
    [['--third', '2'], /goes with --tier rest/],
    [['--tier', 'rest', '--third', '4'], /--third is 1, 2 or 3/],
    [['-t', 'refund'], /words that choose/],
    [['--colour'], /Unknown option/],
  ])('refuses %j in words', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });
});

describe('stepsOf', () => {
  const titles = (...args: string[]) => stepsOf(readOptions(args, {})).map(({ title }) => title);

  it('begins every tier with the steps of the one below', () => {
    const check = titles('--tier', 'check');
    expect(check.length).toBeGreaterThan(10);
    expect(titles().slice(0, check.length)).toEqual(check);
    expect(titles('--tier', 'all')).toEqual(expect.arrayContaining(titles()));
  });

  it('parts a run into the code and the journeys', () => {
    expect([...titles('--only', 'code'), ...titles('--only', 'journeys')]).toEqual(titles());
    expect(titles('--only', 'code')).not.toContain('browser journeys');
  });

  it('has every long step in exactly one third', () => {
    const rest = titles('--tier', 'rest', '--only', 'code');
    const thirds = ['1', '2', '3'].flatMap((third) =>
      titles('--tier', 'rest', '--only', 'code', '--third', third),
    );
    expect([...new Set(thirds)].toSorted()).toEqual(rest.toSorted());
  });

  it('runs only what has a word in its path, in every package', () => {
    expect(titles('testing.test')).toEqual(['tests of root']);
    expect(titles('shop')).toEqual([
      'tests of rules',
      'tests of api',
      'tests of web',
      'builds of the client and the API docs',
      'browser journeys',
    ]);
  });

  it('fails where nothing has a word', () => {
    expect(() => titles('no-such-file')).toThrow('No test file and no journey has no-such-file in its path.');
  });
});

it('finds the test files of every place', () => {
  for (const files of Object.values(findTestFiles([]))) expect(files).not.toEqual([]);
});

describe('the report of a Vitest run', () => {
  it('counts what passed, failed, was repeated, and was skipped for a tool, with the reasons', {
    timeout: 60_000,
  }, async () => {
    const tests = mkdtempSync(join(folder, 'tests-'));
    writeFileSync(
      join(tests, 'a.test.ts'),
      `let tries = 0;
       it('is well', () => {});
       it('is well at last', () => { if (tries++ === 0) throw new Error('too early'); });
       it('is not', () => { throw new Error('3 is not 4'); });
       it.skip('plays (needs ffmpeg) for long', () => {});
       it.skip('is of the other engine', () => {});
       describe('a suite', () => {
         afterAll(() => { throw new Error('still open'); });
         it('is in a suite', () => {});
       });`,
    );
    writeFileSync(join(tests, 'b.test.ts'), `throw new Error('no module x');`);
    const report = join(folder, 'run.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const reporter = join(root, 'scripts/testing/vitest-reporter.ts');
    const args = [vitest, 'run', '--root', tests, '--globals', '--retry=1', `--reporter=${reporter}`];
    await once(spawn(process.execPath, args, { env: { ...process.env, TEST_REPORT: report } }), 'exit');
    const [a, b] = [relative(root, join(tests, 'a.test.ts')), relative(root, join(tests, 'b.test.ts'))];
    const { failures, ...outcome } = readVitestReport(report);
    expect(outcome).toEqual({
      passed: 3,
      repeated: [`${a}: is well at last: too early`],
      skipped: new Map([
        ['ffmpeg', 1],
        ['', 1],
      ]),
    });
    expect(failures.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { file: a, name: 'a suite (before or after its tests)', reason: 'still open' },
      { file: a, name: 'is not', reason: '3 is not 4' },
      { file: b, name: 'the file failed', reason: 'no module x' },
    ]);
  });

  it('is empty where the runner wrote none', () => {
    expect(readVitestReport(join(folder, 'none.json'))).toEqual(nothingRan());
  });
});

it('reads the report of the journeys, also in suites of suites', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'shop/buying.spec.ts',
    tests: [{ status, results: [{}, { error: { message: 'no button' } }] }],
  });
  const report = {
    suites: [
      {
        specs: [spec('one', 'expected')],
        suites: [{ specs: [spec('two', 'flaky'), spec('three', 'unexpected')] }],
      },
    ],
  };
  expect(readJourneysReport(reportOf(report))).toMatchObject({
    passed: 2,
    failures: [{ file: 'web/e2e/shop/buying.spec.ts', name: 'three', reason: 'no button' }],
    repeated: ['web/e2e/shop/buying.spec.ts: two: no button'],
  });
});

describe('a run', () => {
  const step = (title: string, run: Step['run']): Step => ({ title, command: `repeat ${title}`, run });
  const steps = [
    step('one', async () => ({
      ...nothingRan(),
      passed: 3,
      failures: [{ file: 'a.test.ts', name: 'is wrong', reason: '3 is\n not 4' }],
    })),
    step('two', async () => Promise.reject(new Error('exit 2'))),
    step('three', async () => ({ ...nothingRan(), passed: 4, skipped: new Map([['ffmpeg', 143]]) })),
  ];

  it('goes on after a step that failed, and its last lines name every failure and how to repeat it', async () => {
    const lines = lastLines(await runSteps(steps, { reports: folder, bail: false }), readOptions([], {}));
    expect(lines.trim().split('\n')).toEqual([
      'FAILED a.test.ts: is wrong: 3 is not 4 (again: pnpm test a.test.ts)',
      'FAILED two: exit 2 (again: repeat two)',
      'ffmpeg is not installed: 143 tests of encoders and players were skipped',
      'TEST_DATABASE_URL is not set: the API tests ran on the embedded engine alone.',
      '3 steps in 0.0 minutes',
      '7 passed, 2 failed',
    ]);
  });

  it('stops at the first failure with --bail', async () => {
    expect(await runSteps(steps, { reports: folder, bail: true })).toHaveLength(1);
  });
});
