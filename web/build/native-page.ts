import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readSettings } from '../../mobile-shell/settings.ts';

const firebaseFile = join(import.meta.dirname, '../../mobile-shell/android/app/google-services.json');
const used = new Set(['assets', 'cannot-open.html', 'favicon.svg', 'index.html']);

/** The page of the native shell: nothing on the device sends headers, so its content security policy is an element. */
export function nativePage(): Plugin {
  return {
    name: 'ringside-native-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, ''),
        tags: [
          {
            tag: 'meta',
            injectTo: 'head-prepend',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy() },
          },
          // Android's part of a notification ends an app that was built without this file.
          ...(existsSync(firebaseFile) ? [{ tag: 'meta', attrs: { name: 'ringside-firebase' } }] : []),
        ],
      }),
    },
    generateBundle(_options, bundle) {
      const early = appBeforeShell(Object.values(bundle));
      if (early !== undefined)
        this.error(
          `${early} starts the app before the shell has read the link that has started it: put what both need into the group "core" of web/build/chunk-groups.ts`,
        );
      this.emitFile({ type: 'asset', fileName: 'cannot-open.html', source: cannotOpen });
    },
    /** The rest is for servers, crawlers and browsers that install the client. */
    async writeBundle({ dir = '' }) {
      const others = (await readdir(dir)).filter((name) => !used.has(name));
      await Promise.all(others.map((name) => rm(join(dir, name), { recursive: true })));
    },
  };
}

/** @returns the file of the app if the shell, which starts before it, imports it; the router reads the address once. */
export function appBeforeShell(
  files: readonly { type: string; fileName: string; imports?: string[]; moduleIds?: string[] }[],
): string | undefined {
  const has = (name: string) => files.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(name)));
  const app = has('src/app/mount.tsx')?.fileName;
  const seen = new Set<string>();
  const look = (fileName: string | undefined) => {
    if (fileName === undefined || seen.has(fileName)) return;
    seen.add(fileName);
    for (const next of files.find((file) => file.fileName === fileName)?.imports ?? []) look(next);
  };
  look(has('mobile-shell/src/install.ts')?.fileName);
  return app !== undefined && seen.has(app) ? app : undefined;
}

/** For a webview that is too old for the client, so it holds no script. `mobile-shell/capacitor.config.ts` names it. */
const cannotOpen = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Ringside</title>
  <style>
    body { margin: 30vh 2rem 0; font: 1.125rem/1.5 system-ui; text-align: center; color: #f4f8fb; background: #111820 }
  </style>
  <h1>Ringside could not be opened</h1>
  <p>Update this device, and on Android also "Android System WebView" in the Play Store. Then open the app again.</p>
</html>
`;

/** As the server sends it (`server/src/http/security-headers.ts`), with the server in the place of the own origin. */
function policy(): string {
  const { origin, mediaOrigins } = readSettings(process.env);
  const media = mediaOrigins.map((other) => ` ${other}`).join('');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${origin}`,
    "font-src 'self' data:",
    `media-src 'self' blob: ${origin}${media}`,
    "worker-src 'self'",
    `connect-src 'self' ${origin}${media}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
