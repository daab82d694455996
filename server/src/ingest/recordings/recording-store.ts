/** Recordings in the object store: every server can play them, also when the server that recorded them is gone. */
import { buffer } from 'node:stream/consumers';
import type { ObjectBucket } from '../../media/object-bucket.ts';
import { segmentFile } from '../../media/origin/segment-path.ts';
import type { RecordedSegment } from '../../media/origin/videos/recorded-video.ts';
import { RelayedFiles } from '../../media/relay/relayed-files.ts';
import {
  countStoredSegments,
  deleteStoredSegments,
  listStoredSegments,
} from './recorded-segment.repository.ts';
import { chunkFile, RecordingUploads, recordingKey, type UploadOptions } from './recording-uploads.ts';

/** A replay that begins while its last segments are on their way has them after this time. */
const freshMs = 2_000;
const removedAtOnce = 20;

interface Stored {
  segments: RecordedSegment[];
  readAt: number;
}

export class RecordingStore implements AsyncDisposable {
  readonly #options: UploadOptions & { bucket: ObjectBucket };
  readonly uploads: RecordingUploads;
  readonly #files = new RelayedFiles();
  readonly #stored = new Map<string, Promise<Stored>>();

  constructor(options: UploadOptions & { bucket: ObjectBucket }) {
    this.#options = options;
    this.uploads = new RecordingUploads(options);
  }

  /** The same array as long as nothing was added. */
  async segmentsOf(id: string): Promise<RecordedSegment[]> {
    const known = await this.#stored.get(id)?.catch(() => undefined);
    if (known !== undefined && performance.now() - known.readAt < freshMs) return known.segments;
    const reading = this.#read(id, known);
    this.#stored.set(id, reading);
    return (await reading).segments;
  }

  /** @returns undefined when the store does not have the file. */
  read(id: string, file: string): Promise<Buffer | undefined> {
    const key = recordingKey(id, file);
    const found = this.#files.get(key, async () => {
      const object = await this.#options.bucket.open(key);
      return object && { bytes: await buffer(object.stream), etag: '', type: 'video/mp4' };
    });
    return Promise.resolve(found).then((known) => known?.bytes);
  }

  /** A part of an upload, before it is a film. */
  async putChunk(id: string, index: number, bytes: Buffer): Promise<void> {
    await this.#options.bucket.put(recordingKey(id, chunkFile(index)), { bytes, type: undefined });
  }

  async readChunk(id: string, index: number): Promise<Buffer | undefined> {
    const object = await this.#options.bucket.open(recordingKey(id, chunkFile(index)));
    return object && buffer(object.stream);
  }

  async removeChunk(id: string, index: number): Promise<void> {
    await this.#options.bucket.remove(recordingKey(id, chunkFile(index)));
  }

  /** How many segments are in the store. */
  countStored(id: string): Promise<number> {
    return countStoredSegments(this.#options.db, id);
  }

  /** Removes a recording whose ingest is gone. */
  async remove(id: string, chunks: number): Promise<void> {
    const { db, bucket } = this.#options;
    const segments = await listStoredSegments(db, id);
    const inits = new Set(segments.map(({ init }) => `${init.name}.mp4`));
    const uploaded = Array.from({ length: chunks }, (_, index) => chunkFile(index));
    const files = [...segments.map(({ name }) => segmentFile(name)), ...inits, ...uploaded];
    for (let at = 0; at < files.length; at += removedAtOnce)
      await Promise.all(
        files.slice(at, at + removedAtOnce).map((file) => bucket.remove(recordingKey(id, file))),
      );
    await deleteStoredSegments(db, id);
    this.#stored.delete(id);
  }

  async [Symbol.asyncDispose]() {
    await this.uploads[Symbol.asyncDispose]();
    this.#options.bucket[Symbol.dispose]();
  }

  async #read(id: string, known: Stored | undefined): Promise<Stored> {
    const { db } = this.#options;
    const readAt = performance.now();
    if (known !== undefined && (await countStoredSegments(db, id)) === known.segments.length)
      return { segments: known.segments, readAt };
    return { segments: await listStoredSegments(db, id), readAt };
  }
}

/** What is on the disk and what is in the store, in order, each segment once. */
export function joinRecordings(
  onDisk: readonly RecordedSegment[],
  stored: readonly RecordedSegment[],
): RecordedSegment[] {
  const names = new Set(onDisk.map(({ name }) => name));
  const all = [...onDisk, ...stored.filter(({ name }) => !names.has(name))];
  all.sort((one, other) => one.startMs - other.startMs);
  // Each server begins a generation, and did not know the end of the one before it.
  return all.map((segment, index) => {
    const before = all[index - 1];
    const isNew = before !== undefined && generationOf(before) !== generationOf(segment);
    return isNew && !segment.isDiscontinuity ? { ...segment, isDiscontinuity: true } : segment;
  });
}

function generationOf({ name }: RecordedSegment): string {
  return name.split('-', 1)[0] ?? '';
}
