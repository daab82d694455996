/** The table with its words turned into patterns of paths. */
import type { Borders } from './borders.ts';

export interface Room {
  /** As the table writes it. */
  name: string;
  group: string;
  /** The folder of its group. */
  base: string;
  /** What belongs to it. */
  files: Entry[];
  mayImport: Entry[];
}

export interface Entry {
  name: string;
  /** Below the root. */
  path: string;
  match: (path: string) => boolean;
}

/** From the ground up, as in the table. */
export function readRooms(borders: Borders): Room[] {
  return Object.entries(borders).flatMap(([key, rooms]) => {
    const [base = '', group = ''] = key.split(': ');
    return Object.entries(rooms).map(([name, imports]) => ({
      ...{ name, group, base },
      files: read(base, name),
      mayImport: read(base, imports),
    }));
  });
}

/** The one that names the file best: by its own name, else by its folder, else by a folder further up. */
export function bestFor<T>(path: string, all: T[], entriesOf: (one: T) => Entry[]): T | undefined {
  const first = (isKind: (name: string) => boolean) =>
    all.find((one) => entriesOf(one).some(({ name, match }) => isKind(name) && match(path)));
  return first(isFile) ?? first((name) => !isFile(name) && !isTree(name)) ?? first(isTree);
}

function read(base: string, text: string): Entry[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => {
      const path = name.startsWith('/') ? name.slice(1) : name === '.' ? base : `${base}/${name}`;
      const end = isFile(name) || isTree(name) ? '' : '/[^/]+';
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '.+')}${end}$`);
      return { name, path, match: (file) => name === '*' || pattern.test(file) };
    });
}

function isFile(name: string): boolean {
  return /\.tsx?$/.test(name);
}

/** A folder with all that is below it. */
function isTree(name: string): boolean {
  return name.endsWith('*');
}
