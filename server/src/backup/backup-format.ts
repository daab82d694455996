/**
 * A backup is a .tar.gz, the same for both engines:
 *   README.txt                        says what the file is
 *   tables/<table>/<part>.ndjson      rows; each line is a JSON array with every column as PostgreSQL's text, or null
 *   pictures/<pictureId>/<file>       only where pictures are files
 *   manifest.json                     the last entry, so that a truncated file has none
 * Values as text are exact on both engines: microseconds, jsonb, bytea, any integer. The manifest lists every other
 * entry with its SHA-256.
 */
export const formatVersion = 1;
export const manifestName = 'manifest.json';

export interface Manifest {
  product: 'ringside';
  format: number;
  createdAt: string;
  engine: string;
  /** The migrations that had run, in order. */
  migrations: string[];
  tables: BackupTable[];
  sequences: Array<{ name: string; value: string }>;
  /** Every other entry of the archive. */
  checksums: Record<string, string>;
}

export interface BackupTable {
  name: string;
  columns: string[];
  rows: number;
}

export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.ndjson`;
}

/** The table whose rows an entry holds; undefined: the entry holds no rows. */
export function tableOfPart(entry: string): string | undefined {
  return /^tables\/([^/]+)\/\d{6,}\.ndjson$/.exec(entry)?.[1];
}

/** The path of a picture's file below the pictures' folder; undefined: not a picture, or a path that leaves the folder. */
export function pictureOfEntry(entry: string): string | undefined {
  return /^pictures\/([\w-]+\/[\w-]+\.\w+)$/.exec(entry)?.[1];
}

export const readme = `A backup of Ringside. Restore it with: pnpm admin restore <this file>

It holds everything the database holds, e-mail addresses, password hashes and signing keys among it: who has it can read
them, and sign in as anybody. Keep it as safe as the database itself.
`;
