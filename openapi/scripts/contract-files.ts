/**
 * From the hand-written YAML to the two generated files: the bundle, one JSON document that the server,
 * the mock and the docs read, and the types, which both sides of the API are checked against.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { projectContentParameters } from './project-content-parameters.ts';

export const contractFolder = dirname(dirname(fileURLToPath(import.meta.url)));
export const generatedFolder = join(contractFolder, 'generated');

const redoclyCli = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** Runs a Redocly command in the contract's folder; throws with its output when it fails. */
export async function redocly(...parameters: string[]) {
  // It neither reports its use nor asks for a newer version: the check works without a network.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile);
  return run(process.execPath, [redoclyCli, ...parameters], { cwd: contractFolder, env, maxBuffer: 2 ** 26 });
}

/** Writes `openapi.json` into a folder. */
export async function writeBundle(folder: string) {
  await mkdir(folder, { recursive: true });
  await redocly('bundle', 'openapi.yaml', '--output', join(folder, 'openapi.json'));
}

/** Writes `schema.d.ts` beside the `openapi.json` of a folder. */
export async function writeTypes(folder: string) {
  const bundle = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  // A field with a default may be left out of a request, so a default must not make it required.
  const types = await openapiTS(projectContentParameters(bundle), { defaultNonNullable: false });
  await writeFile(
    join(folder, 'schema.d.ts'),
    `// Generated from openapi/openapi.yaml; do not edit.\n${astToString(types)}`,
  );
}
