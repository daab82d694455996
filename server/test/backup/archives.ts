/** Unpacks backups, and packs changed ones as an attacker might. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { Manifest } from '../../src/backup/backup-format.ts';

export type Archive = Map<string, Buffer>;

export async function readArchive(file: string): Promise<Archive> {
  const tar = extract();
  tar.end(gunzipSync(await readFile(file)));
  const entries: Archive = new Map();
  for await (const entry of tar) entries.set(entry.header.name, await buffer(entry));
  return entries;
}

export async function writeArchive(file: string, entries: Iterable<[string, Buffer]>): Promise<void> {
  const tar = pack();
  const whole = buffer(tar);
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.finalize();
  await writeFile(file, gzipSync(await whole));
}

export function manifestOf(entries: Archive): Manifest {
  return JSON.parse(String(entries.get('manifest.json'))) as Manifest;
}

/** The same entries with a changed manifest and matching checksums. */
export function withManifest(entries: Archive, change: (manifest: Manifest) => void): Archive {
  const others = new Map([...entries].filter(([name]) => name !== 'manifest.json'));
  const manifest = manifestOf(entries);
  manifest.checksums = Object.fromEntries(
    [...others].map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]),
  );
  change(manifest);
  return others.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
}
