/** What a build is made of: the paths and the bytes of its inputs. Times of change say nothing after a checkout or a copy. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Changed tests, and what only they use, change no build. */
const ofTests = /\.test\.tsx?$|\/src\/test\//;
/** Tools look for these in the folder of a file and in each folder above it. */
const settings = /^(?:package|tsconfig(?:\.\w+)?)\.json$/;

/**
 * @param inputs below the root: files, whole folders, and `web/*` for the files of a folder without those of the folders
 * inside. The settings in all folders above them are inputs too.
 * @returns sorted paths below the root.
 */
export function listInputs(root: string, inputs: readonly string[]): string[] {
  const files = new Set<string>();
  for (const input of inputs) {
    for (const file of filesOf(root, input)) if (!ofTests.test(file)) files.add(file);
    for (let folder = dirname(input); ; folder = dirname(folder)) {
      for (const file of filesOf(root, `${folder}/*`)) if (settings.test(nameOf(file))) files.add(file);
      if (folder === '.') break;
    }
  }
  return [...files].sort();
}

/** Changes with every byte, path and number of files. */
export function digestOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** @returns a path below the root with `/` between its parts, also on Windows; undefined when it is outside, or of a package. */
export function ownPath(root: string, path: string): string | undefined {
  const own = relative(root, path).replaceAll(sep, '/');
  return own.startsWith('..') || /(?:^|\/)node_modules\//.test(own) ? undefined : own;
}

function filesOf(root: string, input: string): string[] {
  const isFlat = input.endsWith('/*');
  const path = join(root, isFlat ? input.slice(0, -2) : input);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [input] : [];
  return readdirSync(path, { recursive: !isFlat, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => ownPath(root, join(entry.parentPath, entry.name)) ?? []);
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
