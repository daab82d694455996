import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generatedFolder } from './contract-files.ts';
import { shiftExampleDates } from './shift-dates.ts';

const prism = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
);

export interface Mock {
  url: string;
  stop: () => Promise<void>;
  /** Resolves when the mock has ended, by itself or by `stop`. */
  ended: Promise<unknown>;
}

/** Starts Prism with the bundle: every operation returns its first example, with dates moved to around now. */
export async function startMock(options: { port: number; verbose: boolean }): Promise<Mock> {
  const folder = await mkdtemp(join(tmpdir(), 'ringside-mock-'));
  const contract = JSON.parse(await readFile(join(generatedFolder, 'openapi.json'), 'utf8'));
  const file = join(folder, 'openapi.json');
  dropDefaultResponses(contract);
  await writeFile(file, JSON.stringify(shiftExampleDates(contract, Date.now())));

  const level = options.verbose ? 'info' : 'error';
  const parameters = ['mock', file, '--host', '127.0.0.1', '--port', String(options.port), '-v', level];
  const child = spawn(process.execPath, [prism, ...parameters], {
    stdio: ['ignore', options.verbose ? 'inherit' : 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').finally(() => rm(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${options.port}`;
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    await Promise.race([
      waitUntilReady(url),
      ended.then(() => Promise.reject(new Error('The mock did not start.'))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, ended };
}

/** Prism returns `default` as a 200 for an operation without a 2xx response, such as a redirect. */
function dropDefaultResponses(contract: { paths: Record<string, Record<string, Operation>> }): void {
  for (const { responses } of Object.values(contract.paths).flatMap((item) => Object.values(item))) {
    delete responses?.default;
  }
}

interface Operation {
  responses?: Record<string, unknown>;
}

async function waitUntilReady(url: string): Promise<void> {
  for (const limit = Date.now() + 30_000; Date.now() < limit; await delay(50)) {
    const answer = await fetch(`${url}/api/v1/kickboxing/competitions`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('The mock does not answer.');
}
