/** Reads what the runners write about their tests: Vitest's and Playwright's JSON. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../run.ts';

export interface Outcome {
  passed: number;
  /** What failed, each with the file that repeats it. */
  failures: { file: string; name: string }[];
  /** The tests that passed at their second try. */
  repeated: string[];
  /** How many tests were skipped, by the tool that they need; '' for every other reason. */
  skipped: Map<string, number>;
}

export const nothingRan = (): Outcome => ({ passed: 0, failures: [], repeated: [], skipped: new Map() });

/** Tests name the tool that they need (server/test/tools.ts). */
const neededTool = (name: string) => /\(needs ([^)]+)\)/.exec(name)?.[1] ?? '';

interface VitestReport {
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

/** Empty when the runner ended before it wrote a report. */
export function readVitestReport(path: string): Outcome {
  const outcome = nothingRan();
  for (const { name: file, status, message, assertionResults } of read<VitestReport>(path).testResults ??
    []) {
    const at = relative(root, file);
    for (const { status: result, fullName, failureMessages } of assertionResults) {
      if (result === 'passed') outcome.passed += 1;
      if (result === 'passed' && failureMessages?.length) outcome.repeated.push(`${at}: ${fullName}`);
      if (result === 'failed') outcome.failures.push({ file: at, name: fullName });
      if (['skipped', 'pending', 'disabled'].includes(result)) skip(outcome, neededTool(fullName));
    }
    // A file that could not be loaded has no failed test.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      outcome.failures.push({ file: at, name: message?.split('\n', 1)[0] || 'the file failed' });
  }
  return outcome;
}

interface Suite {
  specs?: { title: string; file: string; tests: { status: string }[] }[];
  suites?: Suite[];
}

/** The same for journeys. */
export function readJourneysReport(path: string): Outcome {
  const report = read<Suite & { errors?: { message?: string }[] }>(path);
  const outcome = nothingRan();
  const visit = ({ specs = [], suites = [] }: Suite) => {
    for (const { title, file, tests } of specs) {
      const at = `web/e2e/${file.replace(/^.*web\/e2e\//, '')}`;
      for (const { status } of tests) {
        if (status === 'expected' || status === 'flaky') outcome.passed += 1;
        if (status === 'flaky') outcome.repeated.push(`${at}: ${title}`);
        if (status === 'unexpected') outcome.failures.push({ file: at, name: title });
        if (status === 'skipped') skip(outcome, neededTool(title));
      }
    }
    suites.forEach(visit);
  };
  visit(report);
  return outcome;
}

function skip({ skipped }: Outcome, tool: string): void {
  skipped.set(tool, (skipped.get(tool) ?? 0) + 1);
}

function read<Report extends object>(path: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {};
  }
}
