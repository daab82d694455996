/**
 * Writes what a run of Vitest came to, with the reason of every failure: Vitest's own JSON is silent on hooks that fail.
 * The environment names the file (TEST_REPORT).
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../run.ts';
import { neededTool, nothingRan, type Outcome, skip, writtenOutcome } from './reports.ts';

type Errors = readonly { message: string }[];

export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const outcome = nothingRan();
    for (const module of modules) addFile(outcome, module);
    // With the file that was running when it happened, where Vitest knows it.
    for (const error of unhandled) {
      const { VITEST_TEST_PATH: path } = error as { VITEST_TEST_PATH?: string };
      const file = path === undefined ? '' : relative(root, path);
      outcome.failures.push({ file, name: 'an error outside of the tests', reason: error.message });
    }
    writeFileSync(String(process.env.TEST_REPORT), writtenOutcome(outcome));
  }
}

function addFile(outcome: Outcome, module: TestModule): void {
  const file = relative(root, module.moduleId);
  const fail = (name: string, errors: Errors = []) =>
    outcome.failures.push({ file, name, reason: errors[0]?.message ?? '' });
  if (module.errors().length > 0) fail('the file failed', module.errors());
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0) fail(`${suite.fullName} (before or after its tests)`, suite.errors());
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') fail(test.fullName, errors);
    if (state === 'skipped') skip(outcome, neededTool(test.fullName));
    if (state !== 'passed') continue;
    outcome.passed += 1;
    if (test.diagnostic()?.flaky)
      outcome.repeated.push(`${file}: ${test.fullName}: ${errors?.[0]?.message ?? ''}`);
  }
}
