import { join } from 'node:path';
import { nothingRan, type Outcome } from './reports.ts';
import type { Step } from './steps.ts';

export interface Result extends Omit<Outcome, 'failures'> {
  title: string;
  seconds: number;
  /** Each with the command that repeats it. */
  failures: { name: string; command: string }[];
}

/** Runs one step after the other, since each takes all the cores it can get. */
export async function runSteps(
  steps: Step[],
  { reports, bail }: { reports: string; bail: boolean },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, step] of steps.entries()) {
    const result = await runStep(step, join(reports, `${index}.json`));
    results.push(result);
    const hasFailed = result.failures.length > 0;
    process.stdout.write(`- ${step.title}: ${result.seconds.toFixed(1)} s${hasFailed ? ', FAILED' : ''}\n`);
    if (hasFailed && bail) break;
  }
  return results;
}

async function runStep(step: Step, report: string): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const { title, command, engine } = step;
  const again = engine === undefined ? 'pnpm test' : `pnpm test --engine ${engine}`;
  try {
    const { failures, ...outcome } = await step.run(report);
    return {
      ...outcome,
      title,
      seconds: seconds(),
      failures: failures.map(({ file, name, reason }) => ({
        name: [file, name, reason].filter(Boolean).join(': '),
        command: `${again} ${file}`,
      })),
    };
  } catch (error) {
    const failures = [{ name: `${title}: ${(error as Error).message}`, command }];
    return { ...nothingRan(), title, seconds: seconds(), failures };
  }
}
