import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scriptJson } from './escape.ts';
import type { PageContext, ServedPage } from './page.ts';
import { pageHead } from './page-head.ts';
import type { Renderer } from './renderer.ts';

/** A page of the built client, into which the server writes. */
export interface PageTemplate {
  render(page: ServedPage, context: PageContext): Promise<{ html: string; etag: string }>;
}

/** The elements of `index.html` that every served page replaces by its own. */
const ownHead = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/;
/** Where the client stands. */
const rootEnd = '</div>\n';

/** @param file `index.html` or `watch.html` of the client's folder. @throws when it is not as the build writes it. */
export function readTemplate(folder: string, file: string, renderer: Renderer): PageTemplate {
  const source = readFileSync(path.join(folder, file), 'utf8');
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
  return {
    async render(page, context) {
      const head = pageHead(page, context);
      const answers = page.answers ?? [];
      const rendering = await renderer.render(page, context);
      const rest = rendering && page.rendering ? renderer.headOf(restOfHead, page.rendering) : restOfHead;
      const { loaderData } = rendering ?? {};
      const data = scriptJson({ siteName: context.siteName, answers, loaderData });
      const html = [
        before,
        head,
        rest,
        upToRoot,
        rendering?.html,
        between,
        `  <script type="application/json" id="page-data" data-at="${context.now.toISOString()}">${data}</script>\n  `,
        after,
      ].join('');
      // The same content has the same tag at every time, so the rendering, whose words follow the clock, is no part of it.
      const hash = createHash('sha256');
      for (const part of [source, head, rest, data]) hash.update(part);
      return { html, etag: `"${hash.digest('base64url').slice(0, 22)}"` };
    },
  };
}

/** Of watch pages for signed-in viewers: it names the scripts of the video first. */
export function readWatchTemplate(folder: string, renderer: Renderer): PageTemplate | undefined {
  return existsSync(path.join(folder, 'watch.html'))
    ? readTemplate(folder, 'watch.html', renderer)
    : undefined;
}
