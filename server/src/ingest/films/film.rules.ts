/** What an uploaded film may cost (docs/product.md, 28.34). */

/** The parts of an upload, except for its last. A part that breaks off is sent again. */
export const chunkBytes = 4 * 1024 * 1024;
/** Of all streams together. */
export const mostUploads = 20;
/** An upload that nobody goes on with is removed. */
export const abandonedHours = 24;
/** A server that packages says so at least this often. */
export const packagingStaleMs = 30_000;
/** What the disk keeps free beside the upload and the film that is made of it. */
const reserveBytes = 1024 ** 3;

export function fitsOnDisk(size: number, freeBytes: number): boolean {
  return size * 2 + reserveBytes < freeBytes;
}

/** The bytes that come next. */
export function nextChunk({ size, received }: { size: number; received: number }): number {
  return Math.min(chunkBytes, size - received);
}
