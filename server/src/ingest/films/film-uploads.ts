/** The bytes of uploads: one file on the disk, or parts in the object store, where any server may take the next one. */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { problem } from '../../http/problems.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { chunkBytes, fitsOnDisk } from './film.rules.ts';
import type { FilmSource } from './read-film.ts';

const uploadFile = 'upload.mp4';

export class FilmUploads {
  readonly #dir: string;
  readonly #store: RecordingStore | undefined;

  constructor(recordingDir: string, store: RecordingStore | undefined) {
    this.#dir = recordingDir;
    this.#store = store;
  }

  folder(id: string): string {
    return path.join(this.#dir, id.toLowerCase());
  }

  /** Whether the disk has room for it and for the film that is made of it. */
  async hasRoom(size: number): Promise<boolean> {
    await mkdir(this.#dir, { recursive: true });
    const { bavail, bsize } = await statfs(this.#dir);
    return fitsOnDisk(size, bavail * bsize);
  }

  /** The same bytes at the same place do no harm. @throws problem 503 when the disk is full, or the store is away. */
  async write(id: string, offset: number, bytes: Buffer): Promise<void> {
    if (this.#store) return this.#store.putChunk(id, offset / chunkBytes, bytes);
    try {
      await this.#writeFile(id, offset, bytes);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      throw problem('service-unavailable', {
        detail: 'The disk of the server is full. Make room, then go on with the upload.',
        headers: { 'retry-after': '60' },
      });
    }
  }

  /** Whether this server can read the whole of it: without an object store, another one may have the file. */
  async has(id: string, size: number): Promise<boolean> {
    if (this.#store) return true;
    const found = await stat(this.#file(id)).catch(() => undefined);
    return found?.size === size;
  }

  /** @param onPart after each part that was fetched. @throws problem 503 when the store is away. */
  async open(id: string, size: number, onPart: () => Promise<void>): Promise<FilmSource & AsyncDisposable> {
    if (this.#store) await this.#fetch(this.#store, { id, size, onPart });
    const handle = await open(this.#file(id), 'r');
    return {
      size,
      read: async (position, length) => {
        const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
        return buffer.subarray(0, bytesRead);
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  }

  /** The film is made, or never will be. */
  async removeUpload(id: string, size: number): Promise<void> {
    await rm(this.#file(id), { force: true });
    for (let index = 0; this.#store && index * chunkBytes < size; index += 1)
      await this.#store.removeChunk(id, index);
  }

  async #fetch(
    store: RecordingStore,
    { id, size, onPart }: { id: string; size: number; onPart: () => Promise<void> },
  ): Promise<void> {
    for (let offset = 0; offset < size; offset += chunkBytes) {
      const bytes = await store.readChunk(id, offset / chunkBytes);
      if (bytes === undefined) throw new Error('A part of the upload is not in the object store');
      await this.#writeFile(id, offset, bytes);
      await onPart();
    }
  }

  async #writeFile(id: string, offset: number, bytes: Buffer): Promise<void> {
    await mkdir(this.folder(id), { recursive: true });
    // Nothing is cut off: the same part may come twice, the second time after the next one.
    const handle = await open(this.#file(id), constants.O_RDWR | constants.O_CREAT);
    try {
      await writeWhole(handle, bytes, offset);
    } finally {
      await handle.close();
    }
  }

  #file(id: string): string {
    return path.join(this.folder(id), uploadFile);
  }
}

/** A disk that is nearly full takes a piece, and refuses the next one. */
async function writeWhole(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, offset + at);
    at += bytesWritten;
  }
}

export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
