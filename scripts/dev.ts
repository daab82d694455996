/** Starts the server in watch mode on :3000 and Vite with hot reload on :5173; both stop together. */
import { buildStale } from './builds.ts';
import { binOf, runNode } from './run.ts';

await buildStale();
const server = runNode({ in: 'server', args: ['--watch', 'src/main.ts'] });
const client = runNode({ in: 'web', args: [binOf('web', 'vite/bin/vite.js')] });
process.exitCode = await Promise.race([server, client]);
