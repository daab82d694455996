/**
 * Brings recorded segments from the disk into the object store, as they become whole. While the store is away they wait on
 * the disk, and only their names in memory; what a crash left is found again at the start.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../db/database.ts';
import { uuid } from '../../db/uuid.ts';
import type { ObjectBucket } from '../../media/object-bucket.ts';
import { segmentFile } from '../../media/origin/segment-path.ts';
import { type RecordedSegment, readRecording } from '../../media/origin/videos/recorded-video.ts';
import { insertStoredSegment, isRecordingWanted, listStoredSegments } from './recorded-segment.repository.ts';

export interface UploadOptions {
  db: Db;
  bucket: Pick<ObjectBucket, 'put' | 'remove'>;
  recordingDir: string;
  onError: (error: unknown, message: string) => void;
  /** The first wait after a failure; each further one is twice as long. */
  firstRetryMs?: number;
}

interface Upload {
  id: string;
  segment: RecordedSegment;
}

const mostAtOnce = 3;
const lastRetryMs = 30_000;

/** The key of a file of a recording. */
export function recordingKey(id: string, file: string): string {
  return `recordings/${id.toLowerCase()}/${file}`;
}

/** The name of a part of an upload. */
export function chunkFile(index: number): string {
  return `upload-${index}`;
}

export class RecordingUploads implements AsyncDisposable {
  readonly #options: UploadOptions;
  readonly #waiting: Upload[] = [];
  readonly #known = new Set<string>();
  readonly #inits = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  #retryMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;
  /** Uploads are counted as they begin. */
  #begun = 0;
  /** The newest one that the store has taken. */
  #newestStored = 0;
  #isStopped = false;

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#retryMs = options.firstRetryMs ?? 1_000;
  }

  /** Whether segments wait because the last upload failed. */
  get isAway(): boolean {
    return this.#isAway;
  }

  get waiting(): number {
    return this.#waiting.length + this.#running.size;
  }

  add(id: string, segment: RecordedSegment) {
    const key = `${id}/${segment.name}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#waiting.push({ id, segment });
    this.#begin();
  }

  /** Adds what is on the disk and not in the store. */
  async resume(): Promise<void> {
    const { db, recordingDir, onError } = this.#options;
    const names = await readdir(recordingDir).catch(() => []);
    for (const id of names.filter((name) => uuid.test(name))) {
      try {
        if (!(await isRecordingWanted(db, id))) continue;
        const stored = new Set((await listStoredSegments(db, id)).map(({ name }) => name));
        for (const segment of await readRecording(path.join(recordingDir, id)))
          if (!stored.has(segment.name)) this.add(id, segment);
      } catch (error) {
        onError(error, 'a recording on the disk could not be compared with the object store');
      }
    }
  }

  /** What has begun is finished; the rest is found at the next start. */
  async [Symbol.asyncDispose]() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  #begin() {
    while (!this.#isStopped && this.#timer === undefined && this.#running.size < mostAtOnce) {
      const upload = this.#waiting.shift();
      if (upload === undefined) return;
      const running = this.#upload(upload).finally(() => {
        this.#running.delete(running);
        this.#begin();
      });
      this.#running.add(running);
    }
  }

  async #upload(upload: Upload): Promise<void> {
    const { id, segment } = upload;
    this.#begun += 1;
    const number = this.#begun;
    try {
      await this.#putInit(id, segment.init.name);
      await this.#put(id, segmentFile(segment.name));
      await this.#note(upload);
      this.#known.delete(`${id}/${segment.name}`);
      this.#isAway = false;
      this.#newestStored = Math.max(this.#newestStored, number);
      this.#retryMs = this.#options.firstRetryMs ?? 1_000;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        this.#known.delete(`${id}/${segment.name}`);
        this.#options.onError(error, 'a recorded segment is not on the disk any more');
        return;
      }
      this.#waiting.unshift(upload);
      // The late end of an upload that began while the store was away says nothing about the store of now.
      if (number < this.#newestStored) return;
      if (!this.#isAway)
        this.#options.onError(error, 'the object store does not take recordings: they wait on the disk');
      this.#isAway = true;
      this.#pause();
    }
  }

  #pause() {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  async #note({ id, segment }: Upload) {
    const { db, bucket } = this.#options;
    if (await insertStoredSegment(db, id, segment)) return;
    // The stream was deleted meanwhile, and perhaps its objects too.
    await bucket.remove(recordingKey(id, segmentFile(segment.name)));
    await bucket.remove(recordingKey(id, `${segment.init.name}.mp4`));
  }

  #putInit(id: string, name: string): Promise<void> {
    const key = `${id}/${name}`;
    const putting =
      this.#inits.get(key) ??
      this.#put(id, `${name}.mp4`).catch((error) => {
        this.#inits.delete(key);
        throw error;
      });
    this.#inits.set(key, putting);
    return putting;
  }

  async #put(id: string, file: string): Promise<void> {
    const { bucket, recordingDir } = this.#options;
    const bytes = await readFile(path.join(recordingDir, id.toLowerCase(), file));
    await bucket.put(recordingKey(id, file), { bytes, type: 'video/mp4' });
  }
}
