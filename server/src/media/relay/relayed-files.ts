/** Files of other servers' videos in bounded memory. Each is fetched once, however many ask for it meanwhile. */
import type { MediaFile } from '../media-reply.ts';

/** About a minute of two broadcasts with 5 Mbit/s, in segments and in parts. */
const usualMostBytes = 128 * 1024 * 1024;

export class RelayedFiles {
  readonly #mostBytes: number;
  /** Those asked for last are last. */
  readonly #known = new Map<string, MediaFile>();
  readonly #loading = new Map<string, Promise<MediaFile | undefined>>();
  #bytes = 0;

  constructor(mostBytes = usualMostBytes) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string, load: () => Promise<MediaFile | undefined>): MediaFile | Promise<MediaFile | undefined> {
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const loading = this.#loading.get(key) ?? this.#load(key, load);
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(key: string, load: () => Promise<MediaFile | undefined>): Promise<MediaFile | undefined> {
    try {
      const file = await load();
      if (file !== undefined) this.#remember(key, file);
      return file;
    } finally {
      this.#loading.delete(key);
    }
  }

  #remember(key: string, file: MediaFile) {
    this.#known.set(key, file);
    this.#bytes += file.bytes.length;
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#known.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
