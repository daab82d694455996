/**
 * The built web client: hashed assets for ever and precompressed, `index.html` never cached, and every deep link of the
 * client answered with it. Also the API docs at `/docs` and the bundle at `/openapi.json` and `.yaml`.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { problem } from './problems.ts';

const year = 31_536_000;
/** Under these prefixes a wrong address is an error, not a page of the client. */
const notPages = /^\/(api|media|assets|docs|openapi\.|healthz|readyz|metrics)/;

export async function serveClient(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw new Error('The web client is not built: run `pnpm start`, or `pnpm --dir web build` first');
  }
  const indexHtml = await readFile(path.join(folder, 'index.html'), 'utf8');

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'cache-control',
        isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      );
    },
  });

  app.get('/', (_request, reply) => reply.headers(pageHeaders).send(indexHtml));
  app.get('/index.html', (_request, reply) => reply.redirect('/', 301));

  const inherited = app.errorHandler;
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !notPages.test(request.url) &&
      !path.extname(request.url.split('?', 1)[0] ?? '') &&
      (request.headers.accept ?? 'text/html').includes('text/html');
    if (isPage) return reply.headers(pageHeaders).send(indexHtml);
    return inherited(problem('not-found') as never, request, reply);
  });
}

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
