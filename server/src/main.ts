/** The process: configuration, database, migrations, first data, listening, graceful close. */
import { ConfigError, isLoopback, readConfig } from './config.ts';
import { DataFolderInUseError } from './db/data-folder-lock.ts';
import { demoAccounts } from './demo/demo-data.ts';
import { startServer } from './start-server.ts';

try {
  const config = readConfig();
  const server = await startServer(config);
  const lines = [`Ringside is ready at ${server.url}`];
  if (config.demo && isLoopback(config.host)) {
    lines.push('Demo accounts:', ...demoAccounts.map(({ email, password }) => `  ${email}  ${password}`));
  }
  process.stdout.write(`${lines.join('\n')}\n`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof DataFolderInUseError;
  const text = isExpected || !(error instanceof Error) ? String((error as Error).message) : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
