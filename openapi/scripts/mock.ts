/** `node scripts/mock.ts [port]`: serves the contract's examples on :4010 until it is stopped. */
import { startMock } from './mock/start-mock.ts';

const port = Number(process.argv[2] ?? 4010);
const { url, stop, ended } = await startMock({ port, verbose: true });
process.stdout.write(`The mock answers on ${url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
await ended;
