import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listenInFront } from './front.ts';
import { preferencesOf } from './operations.ts';
import { prepareContract } from './prepare-contract.ts';

const prism = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
);

/** A second on a machine at rest. */
const readyWithinMs = 120_000;

const bundleFile = new URL('../../generated/openapi.json', import.meta.url);

export interface Mock {
  url: string;
  stop: () => Promise<void>;
  /** Resolves when the mock has ended, by itself or by `stop`. */
  ended: Promise<unknown>;
}

/** Starts Prism with the bundle, and a server before it that chooses the example of an address (`x-mock`). */
export async function startMock(options: { port: number; verbose: boolean }): Promise<Mock> {
  const folder = await mkdtemp(join(tmpdir(), 'ringside-mock-'));
  const bundle = JSON.parse(await readFile(bundleFile, 'utf8'));
  const contract = prepareContract(bundle);
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(contract));

  const prismPort = await freePort();
  const level = options.verbose ? 'info' : 'error';
  const parameters = ['mock', file, '--host', '127.0.0.1', '--port', String(prismPort), '-v', level];
  const child = spawn(process.execPath, [prism, ...parameters], {
    stdio: ['ignore', options.verbose ? 'inherit' : 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit').finally(() => rm(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${options.port}`;
  const open = { close: () => {} };
  const ended = exited.finally(() => open.close());
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    await Promise.race([
      waitUntilReady(`http://127.0.0.1:${prismPort}`),
      exited.then(() => Promise.reject(new Error('The mock did not start.'))),
    ]);
    const front = await listenInFront({
      prismPort,
      port: options.port,
      preferenceOf: preferencesOf(contract),
    });
    open.close = () => {
      front.close();
      front.closeAllConnections();
    };
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, ended };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function waitUntilReady(url: string): Promise<void> {
  for (const limit = Date.now() + readyWithinMs; Date.now() < limit; await delay(50)) {
    const answer = await fetch(`${url}/api/v1/kickboxing/competitions`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('The mock does not answer.');
}
