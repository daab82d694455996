import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const contractFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const run = promisify(execFile);
const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

export interface Outcome {
  succeeded: boolean;
  stdout: string;
  stderr: string;
}

/** Runs a Redocly command in the contract's folder. Does not throw when the command fails. */
export async function tryRedocly(...parameters: string[]): Promise<Outcome> {
  // No telemetry and no update check: the commands work without a network.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: contractFolder, env, maxBuffer: 2 ** 26 };
  try {
    return { succeeded: true, ...(await run(process.execPath, [cli, ...parameters], options)) };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as Partial<Outcome>;
    return { succeeded: false, stdout, stderr };
  }
}

/** @throws with the command's output when it fails. */
export async function redocly(...parameters: string[]): Promise<void> {
  const { succeeded, stdout, stderr } = await tryRedocly(...parameters);
  if (!succeeded) throw new Error(`redocly ${parameters[0]} failed\n${stdout}${stderr}`);
}
