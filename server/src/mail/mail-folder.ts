import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseStoredMail, type StoredMail } from './stored-mail.ts';

export interface ListedMail extends StoredMail {
  /** The file's name without its ending. */
  name: string;
}

/** The mails that the file mailer has written, newest first. */
export async function listStoredMails(folder: string, limit: number): Promise<ListedMail[]> {
  const names = (await readdir(folder).catch(emptyIfMissing))
    .filter((file) => file.endsWith('.eml'))
    .map((file) => path.basename(file, '.eml'))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(names.map((name) => readStoredMail(folder, name)));
  return mails.filter((mail) => mail !== undefined);
}

/** @param name as listed. @returns undefined for any other name. */
export async function readStoredMail(folder: string, name: string): Promise<ListedMail | undefined> {
  if (!/^[\w-]{1,100}$/.test(name)) return undefined;
  try {
    return { name, ...parseStoredMail(await readFile(path.join(folder, `${name}.eml`), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
