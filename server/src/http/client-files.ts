/**
 * The built web client: hashed assets for ever and precompressed, `index.html` never cached, and every deep link of the
 * client answered with it. Also the API docs at `/docs` and the contract at `/openapi.json` and `/openapi.yaml`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Built files: the client's folder, and the one of the docs, absent where they were not built. */
export interface ClientFolders {
  client: string;
  docs: string;
}

const year = 31_536_000;
/** Under these prefixes a wrong address is an error, not a page of the client. */
const notPages = /^\/(api|demo|media|assets|docs|openapi|healthz|readyz|metrics)([/.?]|$)/;

/** @returns what answers the client's own addresses, for the not-found handler; false: it is not a page. */
export async function serveClient(
  app: FastifyInstance,
  { client, docs }: ClientFolders,
): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  const index = path.join(client, 'index.html');
  if (!existsSync(index)) throw new Error(`The web client is not built: there is no ${index}`);
  const watchPages = readWatchPages(client);

  await app.register(fastifyStatic, {
    root: client,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      // The docs are sent with headers of their own.
      if (!file.startsWith(client)) return;
      if (/(index|watch)\.html(\.\w+)?$/.test(file)) return void response.header('cache-control', 'no-cache');
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'cache-control',
        isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      );
    },
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  for (const file of ['/index.html', '/watch.html']) {
    app.get(file, (_request, reply) => reply.redirect('/', 301));
  }
  serveDocs(app, docs);

  return (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1);
    const { accept = '*/*' } = request.headers;
    // A file that is not there: a person sees the client's own 404 page, a script or a picture gets the problem.
    const isFile = path.extname(pathname) !== '';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !notPages.test(pathname) &&
      (accept.includes('text/html') || (!isFile && accept.includes('*/*')));
    const isSignedIn = /(?:^|; )identityToken=/.test(request.headers.cookie ?? '');
    const page = isSignedIn && watchPages?.test(pathname) ? 'watch.html' : 'index.html';
    if (isPage)
      reply
        .code(isFile ? 404 : 200)
        .header('vary', 'cookie')
        .sendFile(page);
    return isPage;
  };
}

/**
 * The paths of the watch pages, as the build of the client wrote them (`web/watch-pages.ts`); undefined when it did
 * not. Signed-in viewers get `watch.html` there, which also names the scripts of the video.
 */
function readWatchPages(client: string): RegExp | undefined {
  const file = path.join(client, 'watch-pages.json');
  if (!existsSync(file) || !existsSync(path.join(client, 'watch.html'))) return undefined;
  try {
    const { pattern } = JSON.parse(readFileSync(file, 'utf8')) as { pattern?: unknown };
    if (typeof pattern === 'string') return new RegExp(pattern);
  } catch {}
  throw new Error(`The web client is not built completely: ${file} has no pattern`);
}

/** One self-contained page, whose inline script only its own policy allows, and the contract to download. */
function serveDocs(app: FastifyInstance, folder: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  app.get('/docs', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .sendFile('index.html', folder),
  );
  for (const file of ['openapi.json', 'openapi.yaml']) {
    app.get(`/${file}`, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
        .header('cross-origin-resource-policy', 'cross-origin')
        .sendFile(file, folder),
    );
  }
}
