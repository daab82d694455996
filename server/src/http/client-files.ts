/**
 * The built web client: hashed assets for ever and precompressed, `index.html` never cached, and every deep link of the
 * client answered with it, as a 404 where the client has no such page. The public pages have routes of their own. Also the API docs at `/docs` and the contract at `/openapi.json` and `/openapi.yaml`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServePage } from './error-handler.ts';
import { inLowerCase } from './lower-case.ts';

/** Built files: the client's folder, and the one of the docs, absent where they were not built. */
export interface ClientFolders {
  client: string;
  docs: string;
  /** The pages of the client as the server renders them; without it they are rendered by browsers alone. */
  renderer?: string;
  /** Browsers that have the service worker of the client remove it; others get none. */
  removesWorker?: boolean;
  /** A line for the log of the start. */
  notice?: string;
}

export const builtClient: ClientFolders = {
  client: fileURLToPath(new URL('../../../web/dist/', import.meta.url)),
  docs: fileURLToPath(new URL('../../../openapi/dist/', import.meta.url)),
  renderer: fileURLToPath(new URL('../../../web/dist-pages/', import.meta.url)),
};

const year = 31_536_000;
/** Each build has these under the same names. */
const unhashed = /[/\\](?:(?:index|watch|offline)\.html|service-worker\.js|manifest\.webmanifest)(?:\.\w+)?$/;
/** Takes the place of the service worker: open pages are served by the network at once, and nothing is kept. */
const workerRemoval = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('ringside-')).map((name) => caches.delete(name)));
  await registration.unregister();
})()));
`;
/** Under these prefixes a wrong address is an error, not a page of the client. */
const notPages = /^\/(\.well-known|api|demo|media|assets|docs|openapi|healthz|readyz|metrics)([/.?]|$)/;

/** @returns what answers the client's own addresses, for the not-found handler; false: it is not a page. */
export async function serveClient(
  app: FastifyInstance,
  { client, docs, removesWorker = false, notice }: ClientFolders,
): Promise<ServePage> {
  const index = path.join(client, 'index.html');
  if (!existsSync(index))
    throw new Error(`The web client is not built: there is no ${index}. Run pnpm build.`);
  if (notice) app.log.warn(notice);
  const clientPages = readClientPages(client);
  const html = readFileSync(index, 'utf8');

  await app.register(fastifyStatic, {
    root: client,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      // The docs are sent with headers of their own.
      if (!file.startsWith(client)) return;
      if (unhashed.test(file)) return void response.header('cache-control', 'no-cache');
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'cache-control',
        isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      );
    },
  });
  for (const file of ['/index.html', '/watch.html']) {
    app.get(file, (_request, reply) => reply.redirect('/', 301));
  }
  if (removesWorker) {
    app.get('/service-worker.js', (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' })
        .send(workerRemoval),
    );
  }
  serveDocs(app, docs);

  return (request, reply) => {
    const { pathname, search } = partsOf(request.url);
    const { accept = '*/*' } = request.headers;
    // A file that is not there: a person sees the client's own 404 page, a script or a picture gets the problem.
    const isFile = path.extname(pathname) !== '';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !notPages.test(pathname) &&
      (accept.includes('text/html') || (!isFile && accept.includes('*/*')));
    if (!isPage) return false;
    if (isDecodable(pathname)) {
      const lower = inLowerCase(pathname);
      const isKnown = clientPages.test(lower);
      // The client would show the page, but without what the server writes into it.
      if (isKnown && lower !== pathname) reply.redirect(`${lower}${search}`, 301);
      else reply.code(isFile || !isKnown ? 404 : 200).sendFile('index.html');
    } else {
      // No route is found for it, so Fastify's reply has no `sendFile`.
      reply.code(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
    }
    return true;
  };
}

function partsOf(url: string) {
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  return { pathname: url.slice(0, end) || '/', search: url.slice(end) };
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * The paths of the client's pages, as its build wrote them (`web/build/client-pages.ts`). The client ignores upper case and a
 * slash at the end.
 */
function readClientPages(client: string): RegExp {
  const file = path.join(client, 'client-pages.json');
  try {
    const { patterns } = JSON.parse(readFileSync(file, 'utf8')) as { patterns: string[] };
    const sources = patterns.map((pattern) => pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]{1,255}'));
    return new RegExp(`^(?:${sources.join('|')})/?$`, 'i');
  } catch {
    throw new Error(`The web client is not built completely: ${file} has no patterns`);
  }
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
