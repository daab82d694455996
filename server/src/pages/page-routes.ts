/**
 * The public pages as the server sends them: with their title, what search engines and link previews read, and the
 * answers of their first calls, so that they are painted without a call. A public page is the same for everybody.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { hasMatch } from '../http/entity-tag.ts';
import { linkOrigin } from '../http/link-origin.ts';
import { inLowerCase } from '../http/lower-case.ts';
import { findSettings } from '../settings/settings.repository.ts';
import { competitionPage } from './competition-page.ts';
import { codingOf, compress } from './compress.ts';
import { fighterPage } from './fighter-page.ts';
import { homePage } from './home-page.ts';
import { createKeptPages } from './kept-pages.ts';
import { listPage } from './list-page.ts';
import type { LoadPage, MovedPage } from './page.ts';
import { type PageTemplate, readTemplate, readWatchTemplate } from './page-template.ts';
import { loadRenderer } from './renderer.ts';
import { resultsPage } from './results-page.ts';
import { searchPage } from './search-page.ts';
import { watchPage } from './watch-page.ts';

interface Options {
  db: Db;
  now: () => Date;
  publicUrl: string | undefined;
  /** The built client. */
  folder: string;
  /** The pages as they are built for the server. */
  rendererFolder: string | undefined;
  /** Whether the server is too busy for a page with data. */
  isOverloaded: () => boolean;
}

/** Shared caches keep a page for ten seconds, and send it for another 50 while they ask for a new one. */
const publicCache = 'public, max-age=10, stale-while-revalidate=50';
const schedule = {
  title: 'Schedule',
  path: '/schedule',
  description:
    'When the next kickboxing fight nights begin, day by day, in your time and in that of the hall.',
};
const replays = {
  title: 'Replays',
  path: '/replays',
  description: 'Kickboxing fight nights to watch again, without results.',
};
/** Its results are on other pages. */
const search = {
  title: 'Search',
  path: '/search',
  isIndexed: false,
  description: 'Find fighters, fights and fight nights by name, place and year.',
};
/** Another event may take an old slug. */
const movedCache = 'public, max-age=60';

export async function pageRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { db, folder } = options;
  const renderer = await loadRenderer({ client: folder, renderer: options.rendererFolder }, app.log);
  const index = readTemplate(folder, 'index.html', renderer);
  const watch = readWatchTemplate(folder, renderer) ?? index;
  const kept = createKeptPages<Made>(options.now);
  const everybody = () => index;
  const bySignIn = (request: FastifyRequest) => (isSignedIn(request) ? watch : index);
  const page = (path: string, load: LoadPage, templateOf: (request: FastifyRequest) => PageTemplate) =>
    app.get(path, (request, reply) => servePage(request, reply, { ...options, load, templateOf, kept }));

  page('/', homePage(db), everybody);
  page('/schedule', listPage(db, 'schedule', schedule), everybody);
  page('/replays', listPage(db, 'replays', replays), everybody);
  page('/search', searchPage(db, search), everybody);
  page('/fighters/:fighterSlug', fighterPage(db), everybody);
  page('/competitions/:competitionSlug', competitionPage(db), everybody);
  page('/competitions/:competitionSlug/results', resultsPage(db), everybody);
  page('/competitions/:competitionSlug/:blockSlug', watchPage(db), bySignIn);
}

/** From the first "?" on: a second one is part of a value. */
const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/**
 * No slug has capitals. A draft looks like a wrong slug, because nobody asks whether there is a page.
 * @returns undefined for an address without capitals, and for one that names a host: it could be another one.
 */
function pageInLowerCase({ url }: FastifyRequest, search: string): MovedPage | undefined {
  const pathname = url.slice(0, url.length - search.length);
  const lower = inLowerCase(pathname);
  return lower !== pathname && lower.startsWith('/') ? { movedTo: lower } : undefined;
}

/** The cookie that scripts can read. It decides what is rendered, and every call checks for itself. */
function isSignedIn({ headers }: FastifyRequest): boolean {
  return /(?:^|; )identityToken=/.test(headers.cookie ?? '');
}

interface Served extends Options {
  load: LoadPage;
  templateOf: (request: FastifyRequest) => PageTemplate;
  kept: KeptPages;
}

/** A page as it is sent, or what stands in its place. */
type Made = { movedTo: string } | { isMissing: true } | Sent;

interface Sent {
  etag: string;
  differsBySignIn: boolean;
  /** @param acceptEncoding the header of the request. */
  body(acceptEncoding: string | undefined): ReturnType<typeof compress>;
}

type KeptPages = ReturnType<typeof createKeptPages<Made>>;

async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
): Promise<FastifyReply> {
  if (served.isOverloaded()) return serveBare(reply);
  try {
    const origin = linkOrigin(request, served.publicUrl);
    // No page is one viewer's, but watch pages of those who are signed in differ from those of visitors.
    const key = `${isSignedIn(request) ? 'viewer' : 'visitor'} ${origin}${request.url}`;
    const made = await served.kept.get(key, () => makePage(request, origin, served));
    if ('isMissing' in made) return reply.code(404).sendFile('index.html');
    if ('movedTo' in made) return reply.header('cache-control', movedCache).redirect(made.movedTo, 301);
    const { etag, differsBySignIn } = made;
    reply.headers({
      // Weak: the time of the page is another one each time, and so is its coding.
      etag: `W/${etag}`,
      'cache-control': differsBySignIn ? 'no-cache' : publicCache,
      vary: differsBySignIn ? 'accept-encoding, cookie' : 'accept-encoding',
    });
    if (hasMatch(request, etag)) return reply.code(304).send();
    const { body, encoding } = await made.body(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  } catch (error) {
    // The client asks for the data itself, and shows its own words while there are none.
    request.log.warn({ err: error }, 'a page was sent without its data');
    return serveBare(reply);
  }
}

async function makePage(request: FastifyRequest, origin: string, served: Served): Promise<Made> {
  const { db, now, load, templateOf } = served;
  const { siteName } = await findSettings(db);
  const search = searchOf(request);
  const query = new URLSearchParams(search);
  const { url } = request;
  const context = { url, origin, siteName, now: now(), query, isSignedIn: isSignedIn(request) };
  const page =
    (await load(request.params as Record<string, string>, context)) ?? pageInLowerCase(request, search);
  if (page === undefined) return { isMissing: true };
  if ('movedTo' in page) return { movedTo: `${page.movedTo}${search}` };
  const { html, etag } = await templateOf(request).render(page, context);
  const bodies = new Map<string, ReturnType<typeof compress>>();
  return {
    etag,
    differsBySignIn: page.differsBySignIn ?? false,
    body(acceptEncoding) {
      const coding = codingOf(acceptEncoding);
      const body = bodies.get(coding) ?? compress(html, coding);
      bodies.set(coding, body);
      return body;
    },
  };
}

function serveBare(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', '5').sendFile('index.html');
}
