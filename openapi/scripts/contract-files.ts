/**
 * From the hand-written YAML to the two generated files: the bundle, one JSON document that the server,
 * the mock and the docs read, and the types, which both sides of the API are checked against.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { projectContentParameters } from './project-content-parameters.ts';
import { contractFolder, redocly } from './redocly.ts';

export const generatedFolder = join(contractFolder, 'generated');

/** Writes `openapi.json` into a folder. */
export async function writeBundle(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await redocly('bundle', 'openapi.yaml', '--output', join(folder, 'openapi.json'));
}

/** Writes `schema.d.ts` beside the `openapi.json` of a folder. */
export async function writeTypes(folder: string): Promise<void> {
  const bundle = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  // A field with a default may be left out of a request, so a default must not make it required.
  const types = await openapiTS(projectContentParameters(bundle), { defaultNonNullable: false });
  const header = '// Generated from openapi/openapi.yaml; do not edit.\n';
  await writeFile(join(folder, 'schema.d.ts'), header + astToString(types));
}
