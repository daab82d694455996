/** Compares every import with the floors, with the borders that nobody crosses, and with the roles. */
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { readImports } from './read-imports.ts';

export interface House {
  floors: Record<string, string[]>;
  never: [from: string, to: string][];
  backUp: string[];
}

interface Room {
  path: string;
  floor: number;
  match: (file: string) => boolean;
}

/**
 * @returns faults: a text each, with where it is, the rule, and what to do; circles; arrows: pairs of folders with an
 *   import that runs back up, as `from -> to`.
 */
export async function findFaults(
  root: string,
  house: House,
  roles: IForbiddenRuleType[],
): Promise<{ faults: string[]; circles: number; arrows: string[] }> {
  const rooms = readRooms(house.floors);
  const parts = new Set(Object.keys(house.floors).map((base) => base.split('/')[0] as string));
  const { files, imports, breaches } = await readImports(root, [...parts], roles);
  const faults = breaches.map(({ at, to, rule, circle }) => {
    const comment = roles.find(({ name }) => name === rule)?.comment;
    const what = circle.length > 0 ? `is in a circle: ${circle.join(' -> ')}` : `imports ${to}`;
    return `${at} ${what}\n  ${rule}: ${comment}`;
  });

  const places = new Map(files.map((file) => [file, roomOf(file, rooms)]));
  for (const [file, room] of places) {
    if (room === undefined && !isTest(file))
      faults.push(`${file} is in no room\n  Move the file, or give its folder a floor in ${table}.`);
  }
  const arrows = new Set<string>();
  for (const { at, from, to } of imports) {
    const crossed = house.never.find((pair) => isBelow(from, pair[0]) && isBelow(to, pair[1]));
    if (crossed && !isTest(from))
      faults.push(`${at} imports ${to}\n  ${crossed.join(' never imports ')}: "never" in ${table}.`);
    const [room, target] = [places.get(from), places.get(to)];
    if (isTest(from) || room === undefined || target === undefined || room === target) continue;
    if (target.floor < room.floor) continue;
    const arrow = `${room.path} -> ${target.path}`;
    arrows.add(arrow);
    if (!house.backUp.includes(arrow))
      faults.push(
        `${at} imports ${to}\n  ${target.path} is not on a lower floor than ${room.path}. ` +
          `Put what both need on a lower floor, or change their floors in ${table}.`,
      );
  }
  const lived = new Set(places.values());
  for (const room of rooms)
    if (!lived.has(room)) faults.push(`${table}: ${room.path} has no files\n  Take it out.`);
  for (const arrow of house.backUp)
    if (!arrows.has(arrow)) faults.push(`${table}: nothing runs back up by ${arrow}\n  Take it out.`);
  return { faults, circles: breaches.filter(({ circle }) => circle.length > 0).length, arrows: [...arrows] };
}

const table = 'scripts/borders/floors.ts';
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isBelow = (file: string, folder: string) => file.startsWith(`${folder}/`);

function readRooms(floors: House['floors']): Room[] {
  const all = Object.entries(floors).flatMap(([base, lines]) => lines.map((names) => ({ base, names })));
  return all.flatMap(({ base, names }, floor) =>
    names.split(' ').map((name) => {
      const path = name === '.' ? base : name.startsWith('/') ? name.slice(1) : `${base}/${name}`;
      const ending = name.startsWith('*') ? name.slice(1) : undefined;
      const match = (file: string) =>
        ending ? isBelow(file, base) && file.endsWith(ending) : file === path || isBelow(file, path);
      return { path, floor, match };
    }),
  );
}

/** The deepest room that holds the file; one of files by their ending comes before folders. */
function roomOf(file: string, rooms: Room[]): Room | undefined {
  const depth = ({ path }: Room) => (path.includes('*') ? Number.POSITIVE_INFINITY : path.length);
  return rooms.filter(({ match }) => match(file)).toSorted((a, b) => depth(b) - depth(a))[0];
}
