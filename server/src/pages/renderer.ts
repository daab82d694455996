/**
 * Renders public pages with the client's own components (`web/src/entry-server.tsx`), and says which files of the client a
 * rendered page loads. A page is rendered for a visitor: nothing of it depends on who asks.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { PageContext, ServedPage } from './page.ts';

interface Rendering {
  /** The content of the root element. */
  html: string;
  /** What the router of the client begins with. */
  loaderData: object;
}

export interface Renderer {
  /** @returns undefined when the page is sent without: it asks for none, nothing is built, or its rendering has failed. */
  render(page: ServedPage, context: PageContext): Promise<Rendering | undefined>;
  /** The rest of the head, with the files of the page. */
  headOf(rest: string, name: NonNullable<ServedPage['rendering']>): string;
}

/** Written by `web/build/page-files.ts`. */
interface PageFiles {
  /** The files of the first module, which loads the others. */
  first: readonly string[];
  /** The files of each page beyond the app. */
  pages: Record<string, { styles: readonly string[]; scripts: readonly string[] }>;
}

interface Entry {
  renderPage(wanted: object): Promise<Rendering>;
}

interface Folders {
  client: string;
  /** Where the pages are built for the server. */
  renderer: string | undefined;
}

/** @returns a renderer that renders nothing where nothing is built. @throws when what is built cannot be loaded. */
export async function loadRenderer(
  { client, renderer }: Folders,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Renderer> {
  const [entry, files] = [path.join(renderer ?? '', 'entry-server.js'), path.join(client, 'page-files.json')];
  if (renderer === undefined || !existsSync(entry) || !existsSync(files))
    return { render: async () => undefined, headOf: (rest) => rest };
  const { renderPage } = (await import(pathToFileURL(entry).href)) as Entry;
  const { first, pages } = JSON.parse(readFileSync(files, 'utf8')) as PageFiles;
  /** Each page whose rendering has failed is logged once. */
  const failed = new Set<string>();
  return {
    async render(page, { url, now, siteName }) {
      if (page.rendering === undefined) return undefined;
      try {
        return await renderPage({ url, at: now.getTime(), siteName, answers: page.answers ?? [] });
      } catch (error) {
        // The client shows the same, a little later.
        if (!failed.has(page.rendering))
          log.error({ err: error, page: page.rendering }, 'a page is sent without its rendering');
        failed.add(page.rendering);
        return undefined;
      }
    },
    headOf: (rest, name) => headOf(rest, first, pages[name]),
  };
}

/**
 * Style sheets come first. Scripts are named and not loaded before the first screen is painted (`loadRest` of the client), because
 * a slow line has no room for them until then.
 */
function headOf(
  rest: string,
  first: readonly string[],
  page: PageFiles['pages'][string] | undefined,
): string {
  const { styles = [], scripts = [] } = page ?? {};
  const later = rest.replaceAll(
    /<link rel="modulepreload"([^>]*) href="([^"]*)">/g,
    (link, attributes: string, href: string) =>
      first.includes(href)
        ? link
        : `<link data-later fetchpriority="low" as="script"${attributes} href="${href}">`,
  );
  return [
    later,
    ...styles.map((href) => `  <link rel="stylesheet" crossorigin href="${href}">\n  `),
    ...scripts.map(
      (href) => `  <link data-later fetchpriority="low" as="script" crossorigin href="${href}">\n  `,
    ),
  ].join('');
}
