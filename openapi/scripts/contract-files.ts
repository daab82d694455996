/**
 * Generates files from the hand-written YAML: the bundle, one JSON document that the server, the mock and the docs
 * read; the types, which check both sides of the API; the values of `x-ringside`, and the limits of Markdown, for both sides.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { factsModule } from './facts-module.ts';
import { projectContentParameters } from './project-content-parameters.ts';
import { contractFolder, redocly } from './redocly.ts';

export const generatedFolder = join(contractFolder, 'generated');
export const generatedFiles = ['openapi.json', 'schema.d.ts', 'operation-facts.ts', 'markdown-limits.ts'];

const header = '// Generated from openapi/openapi.yaml; do not edit.\n';

/** Writes `openapi.json` into a folder. */
export async function writeBundle(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await redocly('bundle', 'openapi.yaml', '--output', join(folder, 'openapi.json'));
}

/** Writes `schema.d.ts` beside the `openapi.json` of a folder. */
export async function writeTypes(folder: string): Promise<void> {
  const bundle = await readBundle(folder);
  // A field with a default may be left out of a request, so a default must not make it required.
  const types = await openapiTS(projectContentParameters(bundle), { defaultNonNullable: false });
  await writeFile(join(folder, 'schema.d.ts'), header + astToString(types));
}

/** Writes `operation-facts.ts` beside the `openapi.json` of a folder. */
export async function writeFacts(folder: string): Promise<void> {
  await writeFile(join(folder, 'operation-facts.ts'), header + factsModule(await readBundle(folder)));
}

/** Writes `markdown-limits.ts` beside the `openapi.json` of a folder. */
export async function writeMarkdownLimits(folder: string): Promise<void> {
  const { maxLength, 'x-markdown-limits': limits } = (await readBundle(folder)).components.schemas.Markdown;
  const values = JSON.stringify({ characters: maxLength, ...limits });
  await writeFile(join(folder, 'markdown-limits.ts'), `${header}export const markdownLimits = ${values};\n`);
}

async function readBundle(folder: string) {
  return JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
}
