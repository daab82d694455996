/** The process: configuration, start, what it prints, graceful stop by signal. */
import { readConfig } from './config.ts';
import { demoAccounts } from './demo/demo-data.ts';
import type { ClientFolders } from './http/client-files.ts';
import { isLoopback } from './http/loopback.ts';
import { OperatorError } from './operator-error.ts';
import { showsDemoMail, startServer } from './start-server.ts';

/**
 * Runs until a signal comes; ends the process when it cannot start.
 * @param clientFolders where the built client is, as soon as it is.
 */
export async function runServer(clientFolders?: Promise<ClientFolders>): Promise<void> {
  // From the beginning: who asks while the server starts gets a stop as clean as any other. Asking twice ends it at once.
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  try {
    const config = readConfig();
    const server = await startServer(config, clientFolders);
    const lines = [`Ringside is ready at ${server.url}`];
    if (config.demo && isLoopback(config.host)) {
      lines.push('Demo accounts:', ...demoAccounts.map(({ email, password }) => `  ${email}  ${password}`));
    }
    if (showsDemoMail(config)) lines.push(`Mail of the demo: ${server.localUrl}/demo/mail`);
    process.stdout.write(`${lines.join('\n')}\n`);

    void asked
      .then(() => server.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  } catch (error) {
    const text =
      error instanceof OperatorError || !(error instanceof Error)
        ? String((error as Error).message)
        : error.stack;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
