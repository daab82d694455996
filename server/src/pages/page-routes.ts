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
import { compress } from './compress.ts';
import { homePage } from './home-page.ts';
import { listPage } from './list-page.ts';
import type { LoadPage, MovedPage } from './page.ts';
import { type PageTemplate, readTemplate, readWatchTemplate } from './page-template.ts';
import { searchPage } from './search-page.ts';
import { watchPage } from './watch-page.ts';

interface Options {
  db: Db;
  now: () => Date;
  publicUrl: string | undefined;
  /** The built client. */
  folder: string;
  /** Whether the server is too busy for a page with data. */
  isOverloaded: () => boolean;
}

/** Shared caches keep a page for ten seconds, and send it for another 50 while they ask for a new one. */
const publicCache = 'public, max-age=10, stale-while-revalidate=50';
const schedule = {
  ...{ title: 'Schedule', path: '/schedule' },
  description:
    'When the next kickboxing fight nights begin, day by day, in your time and in that of the hall.',
};
const replays = {
  ...{ title: 'Replays', path: '/replays' },
  description: 'Kickboxing fight nights to watch again, without results.',
};
/** Its results are on other pages. */
const search = {
  ...{ title: 'Search', path: '/search', isIndexed: false },
  description: 'Find kickboxing fight nights by name, place and year.',
};
/** Another event may take an old slug. */
const movedCache = 'public, max-age=60';

export async function pageRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { db, folder } = options;
  const index = readTemplate(folder, 'index.html', app.log);
  const watch = readWatchTemplate(folder, app.log) ?? index;
  const everybody = () => index;
  const bySignIn = (request: FastifyRequest) => (isSignedIn(request) ? watch : index);
  const page = (path: string, load: LoadPage, templateOf: (request: FastifyRequest) => PageTemplate) =>
    app.get(path, (request, reply) => servePage(request, reply, { ...options, load, templateOf }));

  page('/', homePage(db), everybody);
  page('/schedule', listPage(db, 'schedule', schedule), everybody);
  page('/replays', listPage(db, 'replays', replays), everybody);
  page('/search', searchPage(db, search), everybody);
  page('/competitions/:competitionSlug', competitionPage(db), everybody);
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

/** The cookie that scripts can read. It decides what is drawn, and every call checks for itself. */
function isSignedIn({ headers }: FastifyRequest): boolean {
  return /(?:^|; )identityToken=/.test(headers.cookie ?? '');
}

interface Served extends Options {
  load: LoadPage;
  templateOf: (request: FastifyRequest) => PageTemplate;
}

async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
): Promise<FastifyReply> {
  const { db, now, publicUrl, load, templateOf } = served;
  if (served.isOverloaded()) return serveBare(reply);
  try {
    const { siteName } = await findSettings(db);
    const search = searchOf(request);
    const query = new URLSearchParams(search);
    const context = {
      ...{ origin: linkOrigin(request, publicUrl), siteName, now: now(), query },
      isSignedIn: isSignedIn(request),
    };
    const page =
      (await load(request.params as Record<string, string>, context)) ?? pageInLowerCase(request, search);
    if (page === undefined) return reply.code(404).sendFile('index.html');
    if ('movedTo' in page) {
      return reply.header('cache-control', movedCache).redirect(`${page.movedTo}${search}`, 301);
    }
    const { html, etag } = templateOf(request).render(page, context);
    reply.headers({
      // Weak: the time of the page is another one each time, and so is its coding.
      etag: `W/${etag}`,
      'cache-control': page.differsBySignIn ? 'no-cache' : publicCache,
      vary: page.differsBySignIn ? 'accept-encoding, cookie' : 'accept-encoding',
    });
    if (hasMatch(request, etag)) return reply.code(304).send();
    const { body, encoding } = await compress(html, request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  } catch (error) {
    // The client asks for the data itself, and shows its own words while there are none.
    request.log.warn({ err: error }, 'a page was sent without its data');
    return serveBare(reply);
  }
}

function serveBare(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', '5').sendFile('index.html');
}
