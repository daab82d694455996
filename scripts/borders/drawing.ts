/** The floors of the server and of the client, kept between two marks in docs/architecture.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from './find-faults.ts';

const page = 'docs/architecture.md';
const [start, end] = ['<!-- borders:start -->', '<!-- borders:end -->'];

/** @returns what is wrong with the page, if anything; with `rewrite` a stale drawing is replaced instead. */
export function checkDrawing(
  root: string,
  floors: House['floors'],
  { rewrite }: { rewrite: boolean },
): string[] {
  const path = join(root, page);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (!text.includes(start) || to < from) {
    return [`${page} has no ${start} and ${end}\n  Add them; pnpm borders draws the rooms between them.`];
  }
  const wanted = `${text.slice(0, from)}\n${draw(floors)}${text.slice(to)}`;
  if (wanted === text) return [];
  if (!rewrite) return [`${page}: the drawing of the rooms is stale\n  Run pnpm borders.`];
  writeFileSync(path, wanted);
  return [];
}

/** The top floor comes first, as in a house. */
function draw(floors: House['floors']): string {
  const fence = '```';
  return ['server/src', 'web/src']
    .map((base) => `${fence}text\n${base}\n${lines(floors[base] ?? []).join('\n')}\n${fence}\n`)
    .join('\n');
}

function lines(floors: string[]): string[] {
  return floors.map((names, floor) => `${String(floor).padStart(4)}  ${names}`).reverse();
}
