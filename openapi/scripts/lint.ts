/** Checks the contract against OpenAPI 3.1 and the style guide in `redocly.yaml`, and the workflows against Arazzo. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contractFolder, tryRedocly } from './redocly.ts';

const workflows = (await readdir(join(contractFolder, 'workflows'))).map((file) => join('workflows', file));
const outcomes = await Promise.all([tryRedocly('lint'), tryRedocly('lint', ...workflows)]);
const failed = outcomes.filter(({ succeeded }) => !succeeded);
process.stdout.write(
  failed.length === 0
    ? 'The contract is valid.\n'
    : failed.map(({ stdout, stderr }) => stdout + stderr).join(''),
);
if (failed.length > 0) process.exitCode = 1;
