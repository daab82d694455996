import type { Plugin } from 'vite';

/** Everything of the admin area is behind this import; the router makes it when somebody goes there. */
const door = '/src/organiser/admin-routes.tsx';
/** The rooms of the admin area alone. */
const adminRooms = '/src/organiser/';

export interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

export interface ChunkContent {
  fileName: string;
  isEntry: boolean;
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The bytes that each module has left after unused code was dropped. */
  modules: Readonly<Record<string, { renderedLength: number }>>;
}

/**
 * Stops a build in which a page of viewers could load code of the admin area: by an import, or because the bundler has
 * put it into a chunk that viewers load (docs/product.md, 20.11).
 */
export function viewerChunks(): Plugin {
  return {
    name: 'ringside-viewer-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const faults = adminCodeOfViewers(chunks, (id) => this.getModuleInfo(id));
      if (faults.length > 0) this.error(`Viewers would load the admin area:\n${faults.join('\n')}`);
    },
  };
}

/** @returns one line for each module of the admin area in a chunk that viewers can load. */
export function adminCodeOfViewers(
  chunks: readonly ChunkContent[],
  importsOf: (id: string) => ModuleImports | null,
): string[] {
  const isDoor = (id: string) => id.endsWith(door);
  const hasDoor = ({ modules }: ChunkContent) => Object.keys(modules).some(isDoor);
  if (!chunks.some(hasDoor))
    return [`No chunk has ${door}: this check no longer knows where the area begins`];

  const entries = chunks.filter(({ isEntry }) => isEntry);
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = reach(entries, ({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports]
      .map((name) => byName.get(name))
      .filter((chunk) => chunk !== undefined && !hasDoor(chunk)),
  );
  const imported = reach(
    entries.flatMap(({ modules }) => Object.keys(modules)),
    (id) => {
      const found = importsOf(id);
      return [...(found?.importedIds ?? []), ...(found?.dynamicallyImportedIds ?? [])].filter(
        (next) => !isDoor(next),
      );
    },
  );
  // The bundler's own modules begin with a zero byte, and nothing imports them.
  const isAdminCode = (id: string) => id.includes(adminRooms) || (!imported.has(id) && !id.startsWith('\0'));
  return [...loaded].flatMap(({ fileName, modules }) =>
    Object.entries(modules)
      .filter(([id, { renderedLength }]) => renderedLength > 0 && isAdminCode(id))
      .map(([id]) => `${fileName} has ${id}`),
  );
}

function reach<T>(from: readonly T[], next: (each: T) => readonly (T | undefined)[]): Set<T> {
  const reached = new Set(from);
  // A set that grows while it is walked is walked to its end.
  for (const each of reached) for (const found of next(each)) if (found !== undefined) reached.add(found);
  return reached;
}
