/** What search engines ask for: `robots.txt` and the map of the public pages. */
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import { linkOrigin } from '../http/link-origin.ts';
import { codingOf, compress } from './compress.ts';
import { escapeText } from './escape.ts';
import { countListedPages, listFighterSlugs, listSlugs } from './sitemap.repository.ts';
import { competitionPath } from './structured-data.ts';
import { fighterPath } from './structured-fighters.ts';

interface Options {
  db: Db;
  now: () => Date;
  publicUrl: string | undefined;
}

/** Public pages that belong to no event. */
const fixedPages = ['/', '/schedule', '/replays'];
/** Pages that show a search engine nothing. Not the hidden events: their pages say `noindex` themselves. */
const closedPages = ['/admin', '/auth/', '/account/', '/checkout', '/demo/'];
/** What the protocol of sitemaps allows in one file. */
const mostUrls = 50_000;
const keptMs = 10 * 60_000;
const cache = 'public, max-age=600';

export async function crawlerRoutes(app: FastifyInstance, { db, now, publicUrl }: Options): Promise<void> {
  app.get('/robots.txt', (request, reply) => {
    const lines = [
      'User-agent: *',
      ...closedPages.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${linkOrigin(request, publicUrl)}/sitemap.xml`,
    ];
    return reply
      .header('cache-control', cache)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });

  const maps = keptFor(keptMs, now, async (part: string) => {
    const { events, fighters } = await countListedPages(db);
    const limit = mostUrls - fixedPages.length;
    const partCount = Math.max(1, Math.ceil((events + fighters) / limit));
    if (part === 'all' && partCount > 1)
      return Array.from({ length: partCount }, (_, index) => `/sitemap-${index + 1}.xml`);
    const index = part === 'all' ? 0 : Number(part) - 1;
    if (index >= partCount) return undefined;
    const offset = index * limit;
    const slugs = offset <= events ? await listSlugs(db, { limit, offset }) : [];
    const rest = {
      limit: Math.min(limit, limit + offset - events),
      offset: Math.max(0, offset - events),
    };
    const fighterSlugs = rest.limit > 0 && fighters > 0 ? await listFighterSlugs(db, rest) : [];
    return [
      ...(index === 0 ? fixedPages : []),
      ...slugs.map(competitionPath),
      ...fighterSlugs.map(fighterPath),
    ];
  });

  for (const path of ['/sitemap.xml', '/sitemap-:part(^[1-9]\\d{0,5}$).xml'])
    app.get<{ Params: { part?: string } }>(path, async (request, reply) => {
      const { part = 'all' } = request.params;
      const paths = await maps(part);
      if (paths === undefined) return reply.callNotFound();
      const xml = part === 'all' && paths[0] !== '/' ? siteMapIndex(paths) : siteMap(paths);
      const { body, encoding } = await compress(
        xml(linkOrigin(request, publicUrl)),
        codingOf(request.headers['accept-encoding']),
      );
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .headers({ 'cache-control': cache, vary: 'accept-encoding' })
        .type('application/xml; charset=utf-8')
        .send(body);
    });
}

const siteMap = (paths: readonly string[]) => (origin: string) => xmlOf('urlset', 'url', paths, origin);
const siteMapIndex = (paths: readonly string[]) => (origin: string) =>
  xmlOf('sitemapindex', 'sitemap', paths, origin);

function xmlOf(root: string, entry: string, paths: readonly string[], origin: string): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeText(`${origin}${path}`)}</loc></${entry}>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n');
}

/** Keeps each answer for this time, by its key, for all callers. A missing thing is not kept. */
function keptFor<T>(ms: number, now: () => Date, make: (key: string) => Promise<T | undefined>) {
  const kept = new Map<string, { at: number; answer: Promise<T | undefined> }>();
  return async (key: string): Promise<T | undefined> => {
    const at = now().getTime();
    const known = kept.get(key);
    if (known && at - known.at < ms) return known.answer;
    const answer = make(key);
    kept.set(key, { at, answer });
    const forget = () => void (kept.get(key)?.answer === answer && kept.delete(key));
    answer.then((made) => made === undefined && forget(), forget);
    return answer;
  };
}
