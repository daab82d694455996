/**
 * `node scripts/dev-mock.ts [port]`: the web client with a Prism mock and the demo's media, so that every page opens
 * without a server. All three stop together. Without a port they listen on :5173, :4010 and :4011, otherwise on this port
 * and the two after it.
 */
import { binOf, runNode } from './run.ts';

const [asked] = process.argv.slice(2).map(Number);
const [clientPort, mockPort, mediaPort] =
  asked === undefined ? [5173, 4010, 4011] : [asked, asked + 1, asked + 2];

const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

const mock = runNode({ in: 'openapi', args: ['scripts/mock.ts', String(mockPort)], signal });
const media = runNode({ in: 'server', args: ['stand-ins/media/main.ts', String(mediaPort)], signal });
const client = runNode({
  in: 'web',
  args: [binOf('web', 'vite/bin/vite.js'), '--mode', 'mock', '--port', String(clientPort), '--strictPort'],
  env: { MOCK_URL: `http://127.0.0.1:${mockPort}`, MEDIA_URL: `http://127.0.0.1:${mediaPort}` },
  signal,
});
process.exitCode = await Promise.race([mock, media, client]);
stopping.abort();
