/**
 * A folder that a build has made, with the digest of what it was made of inside. A build works in a folder of its own and
 * puts the complete result in place: one that fails or is killed leaves the result of the one before, and of two at a time
 * the last one stays.
 * The content of the inputs decides, by their SHA-256 (0.05 s for 900 files): a checkout makes times of change new,
 * and a list of files missed six. Inputs are folders, so any changed word in one builds anew; a build that reads
 * another file of ours fails and names it, except that of the docs.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf, listInputs, ownPath } from './build-inputs.ts';

export interface Build {
  title: string;
  /** As for `listInputs`. */
  inputs: readonly string[];
  /** The folder of the result, below the root. */
  output: string;
  /** The file by which a complete result is known. */
  main?: string;
  /**
   * @param into an empty folder.
   * @param reads a file for the paths that the build has read, one on each line; it may stay away.
   */
  make(into: string, reads: string): Promise<void>;
}

/** `stale`: made of other inputs, or of unknown ones. */
export type BuildState = 'fresh' | 'stale' | 'missing';

const digestFile = 'inputs.sha256';
/** Longer than any build takes: what is older was left by a build that was killed. */
const abandonedAfterMs = 3_600_000;

export function stateOf(root: string, { inputs, output, main = 'index.html' }: Build): BuildState {
  if (!existsSync(join(root, output, main))) return 'missing';
  return digestIn(join(root, output)) === digestOf(root, listInputs(root, inputs)) ? 'fresh' : 'stale';
}

/** @param states by title. @returns a line for the log, when something is not as its inputs are. */
export function noticeOf(states: Record<string, BuildState>): string | undefined {
  const faults = Object.entries(states).filter(([, state]) => state !== 'fresh');
  if (faults.length === 0) return undefined;
  const list = faults.map(([title, state]) => `${title} (${state})`).join(', ');
  return `not built from the sources that are here: ${list}. Run pnpm build, then start again`;
}

/** @returns true after a build, false when the result was fresh. @throws when the build fails, or reads another file than its inputs. */
export async function buildIfStale(root: string, build: Build): Promise<boolean> {
  if (stateOf(root, build) === 'fresh') return false;
  const output = join(root, build.output);
  removeAbandoned(output);
  const workshop = mkdtempSync(`${output}-`);
  try {
    const [into, reads] = [join(workshop, 'result'), join(workshop, 'reads')];
    mkdirSync(into);
    // Before the build reads: a file that changes meanwhile makes the result stale.
    const files = listInputs(root, build.inputs);
    const digest = digestOf(root, files);
    await build.make(into, reads);
    const strangers = strangersIn(root, reads, files);
    if (strangers.length > 0)
      throw new Error(
        `The build of the ${build.title} reads files that are none of its inputs (scripts/builds.ts):\n${strangers.join('\n')}`,
      );
    writeFileSync(join(into, digestFile), digest);
    replace(output, into, join(workshop, 'before'));
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  return true;
}

function digestIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, digestFile), 'utf8');
  } catch {
    return undefined;
  }
}

function strangersIn(root: string, reads: string, files: string[]): string[] {
  if (!existsSync(reads)) return [];
  const known = new Set(files);
  const read = readFileSync(reads, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (ownPath(root, line) ?? [])));
  return [...new Set(read)].filter((path) => !known.has(path)).sort();
}

/** Another build may put its result in place between the two steps; then that one has to go too. */
function replace(output: string, by: string, before: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      if (existsSync(output)) renameSync(output, `${before}-${tries}`);
      renameSync(by, output);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** Their names end with six letters (`mkdtemp`). */
function removeAbandoned(output: string): void {
  const folder = dirname(output);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(output)}-`) || name.length !== basename(output).length + 7) continue;
    const path = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > abandonedAfterMs) rmSync(path, { recursive: true, force: true });
  }
}
