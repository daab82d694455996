/** A built client as small as can be. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const html = (links: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Ringside</title>
    <meta name="description" content="The client's own words." />${links}
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;

export const bareIndex = html('');

/** Writes it into a folder that exists. */
export function writeClient(folder: string): void {
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);
  write('index.html', bareIndex);
  write('watch.html', html('\n    <link rel="modulepreload" href="/assets/video-1.js">'));
  write('client-pages.json', JSON.stringify({ patterns: ['/', '/auth/login', '/competitions/:slug'] }));
}

/** Call it at the top level of a test file. */
export function makeClientFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringside-pages-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeClient(folder);
  return { client: folder, docs: folder };
}
