/**
 * `node scripts/build-docs.ts [folder]`: builds the published docs into `dist` or into another folder: one self-contained
 * page and the contract to download. The page must work without any other host, and must not reveal its readers to any
 * other host.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bodySentences } from './body-limits.ts';
import { generatedFolder } from './contract-files.ts';
import { withFacts } from './operation-facts.ts';
import { contractFolder, redocly } from './redocly.ts';

const dist = process.argv[2] ?? join(contractFolder, 'dist');
const bundle = join(generatedFolder, 'openapi.json');
const page = join(dist, 'index.html');

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await copyFile(bundle, join(dist, 'openapi.json'));
await redocly('bundle', bundle, '--output', join(dist, 'openapi.yaml'));
const described = join(dist, 'described.json');
const contract = JSON.parse(await readFile(bundle, 'utf8'));
await writeFile(described, JSON.stringify(withFacts(contract, bodySentences(contract))));
await redocly('build-docs', described, '--inlineBundle', '--title', 'Ringside API', '--output', page);
await rm(described);
await writeFile(page, makeSelfContained(await readFile(page, 'utf8')));
for (const file of [page, join(dist, 'openapi.json'), join(dist, 'openapi.yaml')]) await precompress(file);

/** The server sends these smaller files to clients that accept them. Quality 9: 10 and 11 take ten times as long. */
async function precompress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${file}.br`, brotliCompressSync(bytes, { params }));
  await writeFile(`${file}.gz`, gzipSync(bytes));
}

/** Redoc loads the logo of its "API docs by" badge from its vendor's host; an inline logo replaces it here. */
function makeSelfContained(html: string): string {
  const logo =
    'data:image/svg+xml,' +
    encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" width="38" height="12"><text y="10" font-family="sans-serif" font-size="10" fill="#888">Redoc</text></svg>',
    );
  const remoteLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  if (!remoteLogo.test(html))
    throw new Error('The docs page no longer loads the known Redoc logo: check what it loads now.');
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
  ].join('; ');
  return html
    .replace(remoteLogo, logo)
    .replace(
      '<head>',
      () =>
        `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}">\n  <link rel="icon" href="/favicon.svg">`,
    );
}
