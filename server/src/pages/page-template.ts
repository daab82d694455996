import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { drawingHead, readFirstPaint } from './drawing/first-paint.ts';
import { scriptJson } from './escape.ts';
import type { PageContext, ServedPage } from './page.ts';
import { pageHead } from './page-head.ts';

/** A page of the built client, into which the server writes. */
export interface PageTemplate {
  render(page: ServedPage, context: PageContext): { html: string; etag: string };
}

type Log = Pick<FastifyBaseLogger, 'error'>;

/** The elements of `index.html` that every served page replaces by its own. */
const ownHead = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/;
/** Where the client stands. */
const rootEnd = '</div>\n';

/** @param file `index.html` or `watch.html` of the client's folder. @throws when it is not as the build writes it. */
export function readTemplate(folder: string, file: string, log: Log): PageTemplate {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const paint = readFirstPaint(folder);
  const places = [
    source.search(ownHead),
    source.indexOf('</head>'),
    source.indexOf(rootEnd, source.indexOf('<div id="root">')),
    source.lastIndexOf('</body>'),
  ];
  if (places.includes(-1)) throw new Error(`The web client is not built completely: see its ${file}`);
  const [first = 0, headEnd = 0, root = 0, second = 0] = places;
  const before = source.slice(0, first);
  const restOfHead = source.slice(first, headEnd).replace(ownHead, '');
  const [upToRoot, between] = [source.slice(headEnd, root), source.slice(root, second)];
  const after = source.slice(second);
  /** The pages whose drawing has failed: each is logged once. */
  const failed = new Set<string>();
  return {
    render(page, context) {
      const head = pageHead(page, context);
      const data = scriptJson({ answers: page.answers ?? [] });
      const { drawing, rest } = drawInto(restOfHead, page);
      const html = [
        ...[before, head, rest, upToRoot, drawing, between],
        `  <script type="application/json" id="page-data" data-at="${context.now.toISOString()}">${data}</script>\n  `,
        after,
      ].join('');
      // The same content has the same tag at every time.
      const hash = createHash('sha256');
      for (const part of [source, head, drawing, data]) hash.update(part);
      return { html, etag: `"${hash.digest('base64url').slice(0, 22)}"` };
    },
  };

  function drawInto(rest: string, page: ServedPage) {
    if (!paint || !page.drawing) return { drawing: '', rest };
    const { page: name, draw } = page.drawing;
    try {
      return { drawing: draw(paint).text, rest: drawingHead(rest, paint, name) };
    } catch (error) {
      // The client shows the same, a little later.
      if (!failed.has(name)) log.error({ err: error, page: name }, 'a page is sent without its drawing');
      failed.add(name);
      return { drawing: '', rest };
    }
  }
}

/** Of watch pages for signed-in viewers: it names the scripts of the video first. */
export function readWatchTemplate(folder: string, log: Log): PageTemplate | undefined {
  return existsSync(path.join(folder, 'watch.html')) ? readTemplate(folder, 'watch.html', log) : undefined;
}
