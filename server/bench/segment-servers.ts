/**
 * The process that `segments.ts` measures: Ringside on one port, and on another a bare node:http server that
 * sends the same bytes and headers. It reports its ports, and on request the CPU time that it has used.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../src/app.ts';
import { embeddedLoad } from '../src/db/connection-queue.ts';
import { embeddedDb, openPglite } from '../src/db/engines.ts';
import { migrate } from '../src/db/migrate.ts';
import { loadSigningKeys } from '../src/identity/sessions/signing-keys.ts';
import { createLocalProvider } from '../src/media/origin/local-provider.ts';
import { loadLoopedVideo } from '../src/media/origin/looped-video.ts';
import { createPictureEncoder } from '../src/media/pictures/picture-encoder.ts';
import { createPictureFolder } from '../src/media/pictures/picture-folder.ts';

/** Sent once, when both servers listen. */
export interface SegmentServers {
  originPort: number;
  barePort: number;
  paths: string[];
}

const viewers = 20;
/** Segments of a replay's second loop: shifted in time like those of a live stream, but they never expire. */
const segments = [20, 21, 22, 23];

const [, , folder = ''] = process.argv;
const videos = new Map([['demo', await loadLoopedVideo(folder)]]);
const pglite = await openPglite({});
const db = embeddedDb(pglite);
await migrate(db);
const signingKeys = await loadSigningKeys(db, new Date());
const origin = await buildApp({
  config: { publicUrl: undefined, allowedOrigins: [], trustProxy: [], logLevel: 'info' },
  database: { db, engine: 'pglite', load: embeddedLoad, [Symbol.asyncDispose]: () => pglite.close() },
  signingKeys,
  videos,
  pictures: createPictureFolder('unused'),
  encoder: createPictureEncoder(),
  // The log level of an ordinary start, without output.
  logStream: { write() {} },
});
await origin.listen({ port: 0, host: '127.0.0.1' });

const answers = new Map<string, { headers: IncomingHttpHeaders; bytes: Buffer }>();
for (const path of await segmentPaths()) answers.set(path, await fetchFromOrigin(path));
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

/** Each viewer has their own URLs for the same segments. */
async function segmentPaths(): Promise<string[]> {
  const provider = createLocalProvider({ signingKey: signingKeys.mediaKey, videos });
  const paths: string[] = [];
  for (let viewer = 0; viewer < viewers; viewer += 1) {
    const master = await provider.signedUrl({
      videoId: 'demo',
      streamId: '9b1c7f5e-2d4a-4c3b-8e6f-7a8b9c0d1e2f',
      leaseId: `5f0d6c1e-8a43-4a0e-9d0b-0f5c3b1d2a${10 + viewer}`,
      expiresAt: new Date(Date.now() + 3_600_000),
      mode: 'replay',
      origin: '',
    });
    for (const { name } of videos.get('demo')?.rungs ?? []) {
      paths.push(...segments.map((number) => master.replace('replay.m3u8', `${name}/${number}.m4s`)));
    }
  }
  return paths;
}

async function fetchFromOrigin(path: string) {
  const response = await fetch(`http://127.0.0.1:${portOf(origin.server.address())}${path}`);
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  const headers = Object.fromEntries(response.headers);
  // Node adds these itself, on both servers.
  for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
  return { headers, bytes: sharedBytes(path, Buffer.from(await response.arrayBuffer())) };
}

/** One buffer per segment for all viewers, as in the origin. */
function sharedBytes(path: string, bytes: Buffer): Buffer {
  const name = path.split('/').slice(-2).join('/');
  const known = [...answers].find(([other]) => other.endsWith(`/${name}`));
  return known?.[1].bytes ?? bytes;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('A server has no port');
  return address.port;
}
