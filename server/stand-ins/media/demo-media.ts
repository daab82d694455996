/**
 * The demo's video and pictures for a client without a server (`pnpm dev:mock`). The addresses in the contract's examples
 * are signed by nobody, so each is signed here before the origin looks at it. The stand-in answers `Prefer: code=503` with
 * that fault, as the mock of the API does.
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { localOrigin } from '../../src/media/origin/local-origin.ts';
import { playlistPrefix, signPath } from '../../src/media/origin/signed-path.ts';
import { loopedOrigin } from '../../src/media/origin/videos/looped-origin.ts';
import { loadLoopedVideo } from '../../src/media/origin/videos/looped-video.ts';
import { pictureRoutes } from '../../src/media/pictures/picture-routes.ts';
import type { PictureStore } from '../../src/media/pictures/picture-store.ts';

const assets = fileURLToPath(new URL('../../assets/demo/', import.meta.url));
const videoId = 'demo';
const addressLifeMs = 120_000;

/** The picture of each event of the examples, by the end of its id. */
const drawings = ['fight-night', 'championship', 'gala', 'open-ring', 'academy', 'underground'] as const;

/** Does not listen yet. */
export async function buildDemoMedia(): Promise<FastifyInstance> {
  const signingKey = randomBytes(32);
  const key = createSecretKey(signingKey);
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => signedAgain(url, (grant) => signPath(key, grant)),
    routerOptions: { maxParamLength: 255 },
    forceCloseConnections: true,
  });
  app.addHook('onRequest', async (request, reply) => {
    const code = /\bcode=([45]\d\d)\b/.exec(String(request.headers.prefer ?? ''))?.[1];
    if (code === undefined) return;
    reply.header('cache-control', 'no-store');
    return reply.code(Number(code)).send();
  });
  const video = loopedOrigin(videoId, await loadLoopedVideo(join(assets, 'video')));
  await app.register(localOrigin, {
    signingKey,
    now: Date.now,
    findVideo: (id) => (id === videoId ? video : undefined),
    findPlayback: async () => ({ videoId }),
  });
  await app.register(pictureRoutes, { pictures: demoPictures() });
  return app;
}

const playlistAddress = /^\/media\/hls\/[^/]+\/\d+\/([\w-]+)\/([\w-]+)\/[\w-]+(\/.*)$/;

/** The same address with a signature of this process. */
function signedAgain(url: string, sign: (grant: Parameters<typeof signPath>[1]) => string): string {
  if (!url.startsWith(`${playlistPrefix}/`)) return url;
  const [, leaseId, streamId, rest] = playlistAddress.exec(url) ?? [];
  if (leaseId === undefined || streamId === undefined) return url;
  const expiresAt = new Date(Date.now() + addressLifeMs);
  return `${sign({ leaseId, streamId, videoId, expiresAt })}${rest}`;
}

function demoPictures(): PictureStore {
  // The digits before the third group of an id say which event it is of.
  const fileOf = (pictureId: string, name: string) => {
    const event = Number.parseInt(pictureId.slice(9, 13), 16);
    return join(assets, 'pictures', drawings[event % drawings.length] ?? drawings[0], name);
  };
  const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size;
  return {
    name: 'The pictures of the demo',
    findSize: (pictureId, name) => sizeOf(fileOf(pictureId, name)),
    async open(pictureId, name, part) {
      const path = fileOf(pictureId, name);
      const whole = await sizeOf(path);
      if (whole === undefined) return undefined;
      const { start, end } = part ?? { start: 0, end: whole - 1 };
      return { size: end - start + 1, stream: createReadStream(path, { start, end }) };
    },
    write: () => Promise.reject(new Error('The pictures of the demo cannot be written')),
    remove: () => Promise.reject(new Error('The pictures of the demo cannot be removed')),
    [Symbol.dispose]() {},
  };
}
