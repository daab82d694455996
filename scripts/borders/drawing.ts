/** The table as two Mermaid graphs of areas, kept between two marks in docs/architecture.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Borders } from './borders.ts';
import { readRooms } from './rooms.ts';

const page = 'docs/architecture.md';
const [start, end] = ['<!-- borders:start -->', '<!-- borders:end -->'];

/** @returns what is wrong with the page, if anything; with `rewrite` a stale drawing is replaced instead. */
export function checkDrawing(root: string, borders: Borders, { rewrite }: { rewrite: boolean }): string[] {
  const path = join(root, page);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (!text.includes(start) || to < from) {
    return [`${page} has no ${start} and ${end}\n  Add them; pnpm borders draws the rooms between them.`];
  }
  const wanted = `${text.slice(0, from)}\n${draw(borders)}${text.slice(to)}`;
  if (wanted === text) return [];
  if (!rewrite) return [`${page}: the drawing of the rooms is stale\n  Run pnpm borders.`];
  writeFileSync(path, wanted);
  return [];
}

function draw(borders: Borders): string {
  const fence = '```';
  return ['server/src', 'web/src']
    .map((base) => `${fence}mermaid\n${graph(borders, base)}\n${fence}\n`)
    .join('\n');
}

/** Inside a group an arrow leads from area to area; what leads out of a group is one arrow from group to group. */
function graph(borders: Borders, base: string): string {
  const rooms = readRooms(borders).filter((room) => room.base === base || room.group === 'openapi');
  const groupOf = new Map(
    rooms.flatMap(({ group, files }) => files.map(({ path }) => [areaOf(path), group] as const)),
  );
  const groups = [...new Set(groupOf.values())].filter((group) => group !== 'openapi').reverse();
  const boxes = groups.map((group) => {
    const areas = [...groupOf.keys()].filter((area) => groupOf.get(area) === group);
    return `  subgraph ${boxOf(group)}["${group}"]\n    ${areas.join('\n    ')}\n  end`;
  });
  const arrows = rooms.flatMap(({ group, files, mayImport }) =>
    mayImport.map(({ path }) => {
      const [from, to] = [areaOf(files[0]?.path ?? ''), areaOf(path)];
      const target = groupOf.get(to);
      // What has no box, such as the stand-ins, is not drawn.
      if (from === to || target === undefined) return '';
      return target === group ? `  ${from} --> ${to}` : `  ${boxOf(group)} --> ${boxOf(target)}`;
    }),
  );
  return ['flowchart TD', ...boxes, ...new Set(arrows.filter((arrow) => arrow !== ''))].join('\n');
}

/** An area may have the name of a group. */
function boxOf(group?: string): string {
  return group === 'openapi' ? group : `${group}-box`;
}

/** An area stands for the rooms inside it, a file for itself. */
function areaOf(path: string): string {
  const file = /([^/.]+)\.tsx?$/.exec(path)?.[1];
  return file ?? path.replace(/^(server|web)\/(src\/)?/, '').replace(/\/.*/, '');
}
