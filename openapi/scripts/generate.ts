/** `node scripts/generate.ts [bundle|types]`: writes the generated files; `types` are those made from the bundle. */
import {
  generatedFolder,
  writeBundle,
  writeFacts,
  writeMarkdownLimits,
  writeTypes,
} from './contract-files.ts';

const [only] = process.argv.slice(2);
if (only !== 'types') await writeBundle(generatedFolder);
if (only !== 'bundle') {
  await writeTypes(generatedFolder);
  await writeFacts(generatedFolder);
  await writeMarkdownLimits(generatedFolder);
}
