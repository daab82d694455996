/** Reads a backup twice: first whole, to verify it, then again to extract its entries. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { OperatorError } from '../operator-error.ts';
import { formatVersion, type Manifest, manifestName, pictureOfEntry, tableOfPart } from './backup-format.ts';

/** @throws OperatorError when the file is truncated, changed, or not a backup that this version can read. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const found = new Map<string, string>();
  const lines = new Map<string, number>();
  let text = '';
  await readEntries(file, async (name, chunks) => {
    const hash = createHash('sha256');
    const table = tableOfPart(name);
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (table !== undefined) lines.set(table, (lines.get(table) ?? 0) + countLines(chunk));
      if (name === manifestName) text += chunk.toString('utf8');
    }
    if (found.has(name)) throw damaged(file, `${name} is in it twice`);
    if (name !== manifestName) found.set(name, hash.digest('hex'));
  });
  if (text === '') throw damaged(file, 'its end is missing');
  const manifest = parseManifest(file, text);
  const expected = Object.entries(manifest.checksums);
  for (const [name, checksum] of expected) {
    if (found.get(name) !== checksum) throw damaged(file, `${name} is missing or was changed`);
  }
  if (found.size !== expected.length) throw damaged(file, 'it has entries that its manifest does not name');
  for (const { name, rows } of manifest.tables) {
    if ((lines.get(name) ?? 0) !== rows) throw damaged(file, `${name} should have ${rows} rows`);
  }
  const known = new Set(manifest.tables.map(({ name }) => name));
  for (const [name] of expected) {
    const isKnown = name === 'README.txt' || pictureOfEntry(name) || known.has(tableOfPart(name) ?? '');
    if (!isKnown) throw damaged(file, `${name} is nothing that a backup has`);
  }
  return manifest;
}

/** @param take receives each entry except the manifest, whole and in order. */
export async function readContents(
  file: string,
  manifest: Manifest,
  take: (name: string, content: Buffer) => Promise<void>,
): Promise<void> {
  let refusal: { error: unknown } | undefined;
  const reading = readEntries(file, async (name, chunks) => {
    const hash = createHash('sha256');
    const parts: Buffer[] = [];
    for await (const chunk of chunks) {
      hash.update(chunk);
      parts.push(chunk);
    }
    if (name === manifestName) return;
    // The file may have been replaced since it was verified.
    if (hash.digest('hex') !== manifest.checksums[name]) throw damaged(file, `${name} was changed`);
    await take(name, Buffer.concat(parts)).catch((error) => {
      refusal = { error };
      throw error;
    });
  });
  await reading.catch((error) => {
    throw refusal ? refusal.error : error;
  });
}

/** @throws OperatorError for any fault of the file. */
async function readEntries(
  file: string,
  visit: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  // An error of the file ends the loop too.
  reading.catch(() => {});
  try {
    for await (const entry of tar) await visit(entry.header.name, entry as AsyncIterable<Buffer>);
    await reading;
  } catch (error) {
    tar.destroy();
    throw error instanceof OperatorError ? error : readable(file, error);
  }
}

function readable(file: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.startsWith('E') && !code.startsWith('ERR_'))
    return new OperatorError(`Cannot read ${file} (${code}).`);
  return damaged(file, message);
}

function parseManifest(file: string, text: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(text) as Partial<Manifest>;
  } catch {
    throw damaged(file, 'its manifest is no JSON');
  }
  if (manifest.product !== 'ringside' || typeof manifest.format !== 'number') {
    throw new OperatorError(`${file} is not a backup of Ringside.`);
  }
  if (manifest.format > formatVersion) {
    throw new OperatorError(`${file} was made by a newer version of Ringside. Restore it with that version.`);
  }
  return manifest as Manifest;
}

function damaged(file: string, how: string): OperatorError {
  return new OperatorError(`${file} is damaged or not a backup: ${how}. Nothing was restored.`);
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}
