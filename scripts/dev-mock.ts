/** Starts the web client with a Prism mock, so that every page opens without a server. Both stop together. */
import { binOf, runNode } from './run.ts';

const mock = runNode({ in: 'openapi', args: ['scripts/mock.ts'] });
const client = runNode({ in: 'web', args: [binOf('web', 'vite/bin/vite.js'), '--mode', 'mock'] });
process.exitCode = await Promise.race([mock, client]);
