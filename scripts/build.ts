/** `pnpm build`: what a production start serves. */
import { buildClient, buildDocs } from './builds.ts';

try {
  if (!(await buildClient())) process.stdout.write('- the web client is up to date\n');
  if (!(await buildDocs())) process.stdout.write('- the API docs are up to date\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
