/**
 * `pnpm demo:publish [address]`: plays the venue for a running demo. It sets up a live stream with ingest, publishes a
 * test picture to it, and ends the broadcast when it is stopped.
 */
import { parseArgs } from 'node:util';
import { CannotPublish, publishToDemo } from './demo-publish/publish-to-demo.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  await publishToDemo(positionals[0] ?? 'http://localhost:3000');
} catch (error) {
  if (!(error instanceof CannotPublish)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
