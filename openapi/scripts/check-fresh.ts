/** Fails when the committed generated files differ from what the contract generates now. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  generatedFiles,
  generatedFolder,
  writeBundle,
  writeFacts,
  writeMarkdownLimits,
  writeTypes,
} from './contract-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'ringside-contract-'));
try {
  await writeBundle(folder);
  await writeTypes(folder);
  await writeFacts(folder);
  await writeMarkdownLimits(folder);
  const stale = [];
  for (const file of generatedFiles) {
    const [committed, fresh] = await Promise.all(
      [generatedFolder, folder].map((place) => readFile(join(place, file), 'utf8').catch(() => undefined)),
    );
    if (committed !== fresh) stale.push(`openapi/generated/${file}`);
  }
  if (stale.length > 0) {
    process.stderr.write(
      `${stale.join(' and ')} differ from the contract. Run \`pnpm contract\` and commit the result.\n`,
    );
    process.exitCode = 1;
  } else {
    process.stdout.write('The generated files are fresh.\n');
  }
} finally {
  await rm(folder, { recursive: true });
}
