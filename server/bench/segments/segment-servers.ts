/**
 * The process that `segments.ts` measures: Ringside on one port, and on another a bare node:http server that
 * sends the same bytes and headers. It reports its ports, and on request the CPU time that it has used.
 */
import { createSecretKey } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeddedLoad } from '../../src/db/connection-queue.ts';
import { embeddedDb, openPglite } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createSegmentSigner } from '../../src/media/origin/segment-path.ts';
import { loadLoopedVideo } from '../../src/media/origin/videos/looped-video.ts';
import { buildBenchApp } from '../bench-app.ts';

/** Sent once, when both servers listen. */
export interface SegmentServers {
  originPort: number;
  barePort: number;
  paths: string[];
}

/** Segments of a replay's second loop: shifted in time like those of a live stream, but they never expire. */
const segments = [20, 21, 22, 23];

const [, , folder = ''] = process.argv;
const videos = new Map([['demo', await loadLoopedVideo(folder)]]);
const pglite = await openPglite({});
const db = embeddedDb(pglite);
await migrate(db);
const { app: origin, platform } = await buildBenchApp(
  { db, engine: 'pglite', load: embeddedLoad, [Symbol.asyncDispose]: () => pglite.close() },
  // The log level of an ordinary start, without output.
  { videos, settings: { logLevel: 'info' } },
);
await origin.listen({ port: 0, host: '127.0.0.1' });

const answers = new Map<string, { headers: IncomingHttpHeaders; bytes: Buffer }>();
for (const path of segmentPaths()) answers.set(path, await fetchFromOrigin(path));
const bare = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(answer.bytes);
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => void pglite.close().finally(() => process.exit()));
process.send?.({
  originPort: portOf(origin.server.address()),
  barePort: portOf(bare.address()),
  paths: [...answers.keys()],
} satisfies SegmentServers);

/** All viewers share the addresses of the segments. */
function segmentPaths(): string[] {
  const sign = createSegmentSigner(createSecretKey(platform.secret));
  const expiresAt = new Date(Date.now() + 3_600_000);
  return (videos.get('demo')?.rungs ?? []).flatMap(({ name: rung }) =>
    segments.map((number) => sign({ videoId: 'demo', rung, name: String(number) }, expiresAt)),
  );
}

async function fetchFromOrigin(path: string) {
  const response = await fetch(`http://127.0.0.1:${portOf(origin.server.address())}${path}`);
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  const headers = Object.fromEntries(response.headers);
  // Node adds these itself, on both servers.
  for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
  return { headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('A server has no port');
  return address.port;
}
