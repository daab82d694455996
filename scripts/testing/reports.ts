/** Reads what the runners write about their tests. */
import { readFileSync } from 'node:fs';

export interface Outcome {
  passed: number;
  /** What failed, each with the file that repeats it. */
  failures: { file: string; name: string; reason: string }[];
  /** The tests that passed at their second try, with the reason of the first. */
  repeated: string[];
  /** How many tests were skipped, by the tool that they need; '' for every other reason. */
  skipped: Map<string, number>;
}

export const nothingRan = (): Outcome => ({ passed: 0, failures: [], repeated: [], skipped: new Map() });

/** Tests name the tool that they need (server/test/tools.ts). */
export const neededTool = (name: string) => /\(needs ([^)]+)\)/.exec(name)?.[1] ?? '';

/** @returns the text that `readVitestReport` reads. */
export const writtenOutcome = (outcome: Outcome) =>
  JSON.stringify({ ...outcome, skipped: [...outcome.skipped] });

/** Reads what vitest-reporter.ts wrote. Empty when the runner ended before. */
export function readVitestReport(path: string): Outcome {
  const { skipped, ...outcome } = read<Omit<Outcome, 'skipped'> & { skipped: [string, number][] }>(path);
  return { ...nothingRan(), ...outcome, skipped: new Map(skipped) };
}

interface Suite {
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results?: { error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

/** The same for journeys. */
export function readJourneysReport(path: string): Outcome {
  const report = read<Suite & { errors?: { message?: string }[] }>(path);
  const outcome = nothingRan();
  const visit = ({ specs = [], suites = [] }: Suite) => {
    for (const { title, file, tests } of specs) {
      const at = `web/e2e/${file.replace(/^.*web\/e2e\//, '')}`;
      for (const { status, results = [] } of tests) {
        const reason = results.find(({ error }) => error)?.error?.message ?? '';
        if (status === 'expected' || status === 'flaky') outcome.passed += 1;
        if (status === 'flaky') outcome.repeated.push(`${at}: ${title}: ${reason}`);
        if (status === 'unexpected') outcome.failures.push({ file: at, name: title, reason });
        if (status === 'skipped') skip(outcome, neededTool(title));
      }
    }
    suites.forEach(visit);
  };
  visit(report);
  return outcome;
}

export function skip({ skipped }: Outcome, tool: string): void {
  skipped.set(tool, (skipped.get(tool) ?? 0) + 1);
}

function read<Report extends object>(path: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {};
  }
}
