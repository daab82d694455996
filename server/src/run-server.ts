/** The process: configuration, start, its output, graceful stop by signal, and the end after an error that nothing caught. */
import { inspect } from 'node:util';
import { readConfig } from './config.ts';
import { readyWords } from './demo/ready-words.ts';
import { exitCodes, stopMessage } from './exit-codes.ts';
import type { ClientFolders } from './http/client-files.ts';
import { terminalLog } from './http/log/terminal-log.ts';
import { OperatorError } from './operator-error.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** What a stop after an error that nothing caught may take. */
const lastStopMs = 3_000;

/**
 * Runs until it is asked to stop; ends the process when it cannot start.
 * @param clientFolders the folders of the built client, when the build is done.
 */
export async function runServer(clientFolders?: Promise<ClientFolders>): Promise<void> {
  let server: RunningServer | undefined;
  // All from the beginning, so that they count during the start too.
  const whenAsked = stopAsked();
  const crash = endOnUncaught(() => server);
  try {
    const config = readConfig();
    const { stdout } = process;
    const log = stdout.isTTY ? terminalLog(stdout, { level: config.logLevel }) : undefined;
    const started = await startServer(config, clientFolders, log);
    server = started;
    stdout.write(readyWords(config, started));

    await whenAsked;
    await started[Symbol.asyncDispose]();
    if (!crash.hasBegun) process.exit(0);
  } catch (error) {
    if (!crash.hasBegun) fail(error);
  }
}

/**
 * Resolves with the first signal, or when the parent process has got one or is gone. A second signal ends the process at once;
 * one that a terminal sends to both processes is no second one.
 */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    process.on('message', (message) => {
      if (message === stopMessage) resolve();
    });
    process.once('disconnect', resolve);
  });
}

/**
 * Nobody knows what such an error left half done, so the server takes nothing more and ends. Rejected promises that nobody
 * handles come here as well.
 */
function endOnUncaught(running: () => RunningServer | undefined): { readonly hasBegun: boolean } {
  const state = { hasBegun: false };
  process.on('uncaughtException', (thrown: unknown) => {
    // The first one is the cause.
    if (state.hasBegun) return;
    state.hasBegun = true;
    const end = () => process.exit(exitCodes.crashed);
    setTimeout(end, lastStopMs);
    const error = thrown instanceof Error ? thrown : new Error(inspect(thrown));
    const server = running();
    if (server === undefined) {
      process.stderr.write(`${error.stack}\n`);
      end();
    } else server.crash(error).then(end, end);
  });
  return state;
}

function fail(error: unknown): never {
  const cause = causeOf(error);
  const isExpected = cause instanceof OperatorError;
  process.stderr.write(
    `${isExpected || !(cause instanceof Error) ? (cause as Error).message : cause.stack}\n`,
  );
  process.exit(isExpected ? cause.exitCode : exitCodes.crashed);
}

/**
 * The first error: when a release fails after it, JavaScript throws a SuppressedError with the later one in front.
 */
function causeOf(error: unknown): unknown {
  return error instanceof SuppressedError ? causeOf(error.suppressed) : error;
}
