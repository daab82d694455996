/** Compares every import with the table of rooms and with the roles. */
import type { IForbiddenRuleType } from 'dependency-cruiser';
import type { Borders } from './borders.ts';
import { readImports } from './read-imports.ts';
import { bestFor, type Room, readRooms } from './rooms.ts';

const table = 'scripts/borders/borders.ts';

/** @returns a text per fault: where it is, the rule, and what to do. */
export async function findFaults(
  root: string,
  borders: Borders,
  roles: IForbiddenRuleType[],
): Promise<string[]> {
  const rooms = readRooms(borders);
  const folders = new Set(rooms.map(({ base }) => base.split('/')[0] as string));
  const { files, imports, breaches } = await readImports(root, [...folders], roles);
  const places = new Map(files.map((file) => [file, bestFor(file, rooms, (room) => room.files)]));
  const used = new Set<unknown>();
  const faults: string[] = [];

  for (const { at, to, rule, circle } of breaches) {
    const comment = roles.find(({ name }) => name === rule)?.comment;
    const what = circle.length > 0 ? `is in a circle: ${circle.join(' -> ')}` : `imports ${to}`;
    faults.push(`${at} ${what}\n  ${rule}: ${comment}`);
  }
  for (const [file, room] of places) {
    used.add(room);
    if (room === undefined) {
      faults.push(`${file} is in no room\n  Move the file, or give its folder a line in ${table}.`);
    }
  }
  for (const { at, from, to } of imports) {
    const [room, target] = [places.get(from), places.get(to)];
    if (room === undefined) continue;
    const entry = bestFor(to, room.mayImport, (one) => [one]);
    used.add(entry);
    if (entry === undefined && target !== room && !room.files.some(({ match }) => match(to))) {
      const allowed = room.mayImport.map(({ name }) => name).join(', ') || 'nothing outside';
      faults.push(
        `${at} imports ${to}\n  "${room.name}" may import ${allowed}. ` +
          `Put what both need into a room that it may import, or allow it in ${table}.`,
      );
    } else if (target !== undefined && runsBackUp(rooms, room, target)) {
      faults.push(
        `${at} imports ${to}\n  "${target.name}" stands below "${room.name}" in ${table}, so this import runs back up. ` +
          'Put what both need into a room above both.',
      );
    }
  }
  for (const room of rooms) {
    if (!used.has(room)) faults.push(`${table}: "${room.name}" has no files\n  Remove its line.`);
    for (const entry of room.mayImport) {
      if (used.has(entry) || entry.name === '*') continue;
      faults.push(
        `${table}: no file of "${room.name}" imports "${entry.name}"\n  Remove the word from its line.`,
      );
    }
  }
  return faults;
}

/** The top of an area and the rooms inside it may import each other. */
function runsBackUp(rooms: Room[], from: Room, to: Room): boolean {
  const isInside = (inner: Room, outer: Room) => inner.name.startsWith(`${outer.name}/`);
  const areOneArea = from.base === to.base && (isInside(from, to) || isInside(to, from));
  return rooms.indexOf(to) > rooms.indexOf(from) && !areOneArea;
}
