/** Checks the contract against OpenAPI 3.1 and the style guide in `redocly.yaml`. */
import { tryRedocly } from './redocly.ts';

const { succeeded, stdout, stderr } = await tryRedocly('lint');
process.stdout.write(succeeded ? 'The contract is valid.\n' : stdout + stderr);
if (!succeeded) process.exitCode = 1;
