/** What the server runs: the pages of the client, rendered for a visitor. Built by `vite.server.config.ts`. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { type Answer, putAnswers } from './api/page-data.ts';
import { createRingsideQueryClient } from './api/query-client.ts';
import { AppFrame } from './app/app-frame.tsx';
import { createRoutes } from './app/router.tsx';

export interface Wanted {
  /** Path and query. */
  url: string;
  /** When the page is made. */
  at: number;
  siteName: string;
  answers: readonly Answer[];
}

export interface Rendered {
  /** The content of the root element. */
  html: string;
  /** What the router of the browser begins with. */
  loaderData: Record<string, unknown>;
}

const { query, dataRoutes } = createStaticHandler(createRoutes(() => ''));

/** @throws when the page leads elsewhere or has failed: it must go out without a rendering. */
export async function renderPage({ url, at, siteName, answers }: Wanted): Promise<Rendered> {
  const context = await query(new Request(new URL(url, 'http://page.invalid')));
  if (context instanceof Response) throw new Error(`${url} leads elsewhere`);
  if (context.errors) throw Object.values(context.errors)[0];
  const queryClient = createRingsideQueryClient(() => {});
  try {
    putAnswers(queryClient, answers, at);
    const html = await whole(
      <AppFrame served={{ at, siteName }} scheme="light">
        <QueryClientProvider client={queryClient}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </QueryClientProvider>
      </AppFrame>,
    );
    return { html: withoutHead(html), loaderData: context.loaderData };
  } finally {
    // Its queries would live for hours.
    queryClient.clear();
  }
}

/** Everything at once: what streams in later needs inline scripts, which the script policy forbids. */
function whole(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}

/** React writes the title and the preload links of a page first. The server has a head of its own. */
const withoutHead = (html: string) => html.replace(/^(?:<link[^>]*>|<title>[^<]*<\/title>)+/, '');
