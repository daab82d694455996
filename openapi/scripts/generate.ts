/** `node scripts/generate.ts [bundle|types]`: writes the generated files, both unless one is named. */
import { generatedFolder, writeBundle, writeTypes } from './contract-files.ts';

const [only] = process.argv.slice(2);
if (only !== 'types') await writeBundle(generatedFolder);
if (only !== 'bundle') await writeTypes(generatedFolder);
