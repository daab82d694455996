/**
 * A backup is a .tar.gz, the same for both engines:
 *   README.txt                        what it is, for who opens it
 *   tables/<table>/<part>.ndjson      rows; each line is a JSON array with every column as PostgreSQL's text, or null
 *   pictures/<pictureId>/<file>       where pictures are files
 *   manifest.json                     last: a file that was cut off has none
 * Values as text are exact on both engines: microseconds, jsonb, bytea, any integer. The manifest names what the others
 * hold, and the SHA-256 of each.
 */
export const formatVersion = 1;
export const manifestName = 'manifest.json';

export interface Manifest {
  product: 'ringside';
  format: number;
  createdAt: string;
  engine: string;
  /** Those that had run, in their order. */
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

/** The table that an entry holds rows of; undefined: none. */
export function tableOfPart(entry: string): string | undefined {
  return /^tables\/([^/]+)\/\d{6,}\.ndjson$/.exec(entry)?.[1];
}

/** The path of a picture's file below the pictures' folder; undefined: the entry is none, or wants to lead elsewhere. */
export function pictureOfEntry(entry: string): string | undefined {
  return /^pictures\/([\w-]+\/[\w-]+\.\w+)$/.exec(entry)?.[1];
}

export const readme = `A backup of Ringside. Restore it with: pnpm admin restore <this file>

It holds everything the database holds, e-mail addresses, password hashes and signing keys among it: who has it can read
them, and sign in as anybody. Keep it as safe as the database itself.
`;
