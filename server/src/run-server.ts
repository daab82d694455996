/** The process: configuration, start, its output, graceful stop by signal. */
import { readConfig } from './config.ts';
import { readyWords } from './demo/ready-words.ts';
import type { ClientFolders } from './http/client-files.ts';
import { terminalLog } from './http/log/terminal-log.ts';
import { OperatorError } from './operator-error.ts';
import { startServer } from './start-server.ts';

/**
 * Runs until a signal arrives; ends the process when it cannot start.
 * @param clientFolders the folders of the built client, when the build is done.
 */
export async function runServer(clientFolders?: Promise<ClientFolders>): Promise<void> {
  // From the beginning, so that a signal during the start causes a graceful stop too. A second signal ends the
  // process at once.
  const stopSignal = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  try {
    const config = readConfig();
    const { stdout } = process;
    const log = stdout.isTTY ? terminalLog(stdout, { level: config.logLevel }) : undefined;
    const server = await startServer(config, clientFolders, log);
    stdout.write(readyWords(config, server));

    void stopSignal.then(() => server[Symbol.asyncDispose]()).then(() => process.exit(0), fail);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  const cause = causeOf(error);
  const isUnexpected = cause instanceof Error && !(cause instanceof OperatorError);
  process.stderr.write(`${isUnexpected ? cause.stack : (cause as Error).message}\n`);
  process.exit(1);
}

/**
 * The first error: when a release fails after it, JavaScript throws a SuppressedError with the later one in front.
 */
function causeOf(error: unknown): unknown {
  return error instanceof SuppressedError ? causeOf(error.suppressed) : error;
}
