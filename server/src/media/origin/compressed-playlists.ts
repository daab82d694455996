/**
 * Compresses playlists. All viewers of a moment get the same text, so it is compressed once for all of them. Two hours of
 * a live video are 280 KB, and 20 KB compressed.
 */
import { gzipSync } from 'node:zlib';

/** More than there are live playlists at once, on a server that has few streams. */
const most = 32;
/** A shorter text fits into one packet either way. */
const shortest = 1_000;

export class CompressedPlaylists {
  /** Oldest first. */
  readonly #known = new Map<string, Buffer>();

  /** @returns undefined where it is not worth it, or the client does not take it. */
  of(text: string, acceptEncoding: string | undefined): Buffer | undefined {
    if (text.length < shortest || !acceptsGzip(acceptEncoding)) return undefined;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = gzipSync(text, { level: 3 });
    const [oldest] = this.#known.keys();
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(text, made);
    return made;
  }
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((entry) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(entry));
}
