import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scriptJson } from './escape.ts';
import type { PageContext, ServedPage } from './page.ts';
import { pageHead } from './page-head.ts';

/** A page of the built client, into which the server writes. */
export interface PageTemplate {
  render(page: ServedPage, context: PageContext): { html: string; etag: string };
}

/** The elements of `index.html` that every served page replaces by its own. */
const ownHead = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/;

/** @param file `index.html` or `watch.html` of the client's folder. @throws when it is not as the build writes it. */
export function readTemplate(folder: string, file: string): PageTemplate {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const [first, second] = [source.search(ownHead), source.lastIndexOf('</body>')];
  if (first < 0 || second < 0) throw new Error(`The web client is not built completely: see its ${file}`);
  const before = source.slice(0, first);
  const between = source.slice(first, second).replace(ownHead, '');
  const after = source.slice(second);
  return {
    render(page, context) {
      const head = pageHead(page, context);
      const data = scriptJson({ answers: page.answers ?? [] });
      const html = [
        ...[before, head, between],
        `  <script type="application/json" id="page-data" data-at="${context.now.toISOString()}">${data}</script>\n  `,
        after,
      ].join('');
      // The same content has the same tag at every time.
      const hash = createHash('sha256').update(source).update(head).update(data).digest('base64url');
      return { html, etag: `"${hash.slice(0, 22)}"` };
    },
  };
}

/** Of watch pages for signed-in viewers: it names the scripts of the video first. */
export function readWatchTemplate(folder: string): PageTemplate | undefined {
  return existsSync(path.join(folder, 'watch.html')) ? readTemplate(folder, 'watch.html') : undefined;
}
