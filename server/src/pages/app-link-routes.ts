/**
 * What ties this site to its native apps (docs/product.md, section 40): the files by which a phone learns which app may
 * open links of this site, and the page of an app's own address for a browser that stays a browser there.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppsConfig } from '../config-apps.ts';
import { problem } from '../http/problems.ts';
import { escapeText } from './escape.ts';

interface Options {
  apps: AppsConfig;
  publicUrl: string | undefined;
}

/**
 * What an app may open instead of the browser: never the admin area, the account or the links of mails. For Android the
 * manifest of the app names the same.
 */
const openedPaths = ['/competitions/*', '/fighters/*', '/checkout'];
/** What a sign-in brings back. */
const answerNames = ['code', 'error', 'state'] as const;

export async function appLinkRoutes(app: FastifyInstance, { apps, publicUrl }: Options): Promise<void> {
  const ownReturns = apps.returnUrls.filter((url) => new URL(url).origin === publicUrl);
  const returnPaths = ownReturns.map((url) => new URL(url).pathname);

  const components = [...openedPaths, ...returnPaths].map((path) => ({ '/': path }));
  const apple =
    apps.apple && JSON.stringify({ applinks: { details: [{ appIDs: [apps.apple], components }] } });
  // Apple follows no redirect and wants this type, although the name has no extension.
  app.get('/.well-known/apple-app-site-association', (_request, reply) => sendFile(reply, apple));
  app.get('/.well-known/assetlinks.json', (_request, reply) =>
    sendFile(reply, apps.android && JSON.stringify([assetLink(apps.android)])),
  );

  const deepLink = apps.returnUrls.find((url) => !/^https?:/.test(url));
  for (const path of new Set(returnPaths))
    app.get(path, (request, reply) =>
      reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .type('text/html; charset=utf-8')
        .send(returnPage(deepLink, request.query as Record<string, unknown>)),
    );
}

function assetLink({ packageName, certificates }: NonNullable<AppsConfig['android']>): object {
  return {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: certificates,
    },
  };
}

function sendFile(reply: FastifyReply, json: string | undefined) {
  if (json === undefined) throw problem('not-found');
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type('application/json; charset=utf-8')
    .send(json);
}

/** Browsers open an app only by a press, and some not by an address of the site that they are on. */
function returnPage(deepLink: string | undefined, query: Record<string, unknown>): string {
  const link = deepLink === undefined ? undefined : new URL(deepLink);
  for (const name of answerNames) {
    const value = query[name];
    if (typeof value === 'string') link?.searchParams.set(name, value);
  }
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<title>Back to the app · Ringside</title>',
    '<style>:root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}body{margin:20vh auto;max-width:24rem;padding:0 1rem}</style>',
    '<main>',
    '<h1>Back to the app</h1>',
    link === undefined
      ? '<p>Open the Ringside app to go on.</p>'
      : `<p><a href="${escapeText(link.href)}">Open the Ringside app</a></p>`,
    '</main>',
    '</html>',
    '',
  ].join('\n');
}
