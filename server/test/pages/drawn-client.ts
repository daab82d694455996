/** A built client that can be drawn with: each class is named after itself. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { hoursFromNow } from '../factories.ts';
import { startApi } from '../harness.ts';
import { writeClient } from './client-folder.ts';

/** The classes that the server asks for, each named after itself. */
function classesOfSource() {
  const folder = new URL('../../src/pages/drawing/', import.meta.url);
  const classes: Record<string, Record<string, string>> = {};
  for (const file of readdirSync(folder))
    for (const [, names = ''] of readFileSync(new URL(file, folder), 'utf8').matchAll(/\bc\('([^']+)'\)/g))
      for (const each of names.split(' ')) {
        const [sheet = '', name = ''] = each.split('.');
        classes[sheet] = { ...classes[sheet], [name]: `${sheet}-${name}` };
      }
  return classes;
}

const entry = '<link rel="modulepreload" crossorigin href="/assets/core-1.js">';
const app = '<link rel="modulepreload" crossorigin href="/assets/app-1.js">';

export const next = { startDate: hoursFromNow(30), endDate: hoursFromNow(35) };
export const live = { startDate: hoursFromNow(-1), endDate: hoursFromNow(4) };
export const over = { startDate: hoursFromNow(-9), endDate: hoursFromNow(-5) };

/** An API with this client, for one test file. Before each test it has no event. */
export async function startDrawnApi() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringside-drawn-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeClient(folder);
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  writeFileSync(path.join(folder, 'index.html'), index.replace('</head>', `${entry}${app}</head>`));
  writeFileSync(
    path.join(folder, 'first-paint.json'),
    JSON.stringify({
      classes: classesOfSource(),
      first: ['/assets/core-1.js'],
      pages: {
        home: { first: ['/assets/home-1.css'], later: ['/assets/home-1.js'] },
        competition: { first: ['/assets/competition-1.css'], later: ['/assets/text-1.css'] },
        replays: { first: ['/assets/list-1.css'], later: ['/assets/replays-1.js'] },
        watch: { first: ['/assets/watch-1.css'], later: ['/assets/watch-1.js'] },
      },
      logo: '<svg></svg>',
      button: '<button class="{class}">{words}</button>',
      smallButton: '<button class="{class}">{words}</button>',
      playButton: '<button class="{class}" data-play>{words}</button>',
    }),
  );

  const api = await startApi({}, () => {}, { clientFolders: { client: folder, docs: folder } });
  const get = (url: string, headers: Record<string, string> = {}) =>
    api.app.inject({ url, headers: { accept: 'text/html', ...headers } });
  /** What stands in the place of the client. */
  const drawingOf = (body: string) => /<div id="root">([\s\S]*)<\/div>\s*<script/.exec(body)?.[1] ?? '';
  const drawn = async (url: string) => drawingOf((await get(url)).body);
  beforeEach(async () => {
    await api.db.deleteFrom('events').execute();
  });
  return { api, app, drawn, drawingOf, entry, folder, get };
}
