/** Runs the workspace's tools with the Node that runs this script, also if the machine has other versions. */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Tool {
  /** Folder below the root. */
  in: string;
  /** The script and its arguments, as for `node`. */
  args: string[];
  env?: Record<string, string>;
  /** Stops the tool. */
  signal?: AbortSignal;
}

/** Resolves with the exit code. The tool writes to the output of this process. */
export function runNode({ in: folder, args, env = {}, signal: stop }: Tool): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: join(root, folder),
      stdio: 'inherit',
      ...(stop ? { signal: stop } : {}),
      env: { ...process.env, ...env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    });
    child.once('error', (error) => (stop?.aborted ? resolve(0) : reject(error)));
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** @throws when the tool fails. */
export async function mustRun(title: string, tool: Tool): Promise<void> {
  const startedAt = Date.now();
  const code = await runNode(tool);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code !== 0) throw new Error(`${title} failed (exit ${code}) after ${seconds} s`);
  process.stdout.write(`- ${title}: ${seconds} s\n`);
}

/** The path of a package's own file, seen from one of the workspace's packages. */
export function binOf(folder: string, packageFile: string): string {
  return join(root, folder, 'node_modules', packageFile);
}
