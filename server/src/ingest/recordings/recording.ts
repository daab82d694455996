/**
 * Keeps what came, beside the live video. A segment's file is renamed into place before its line is added to the index, so
 * that after a crash the index names only whole files. A full disk, or a folder that cannot be used, stops
 * nothing but the recording, which goes on when it works again.
 */
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordingState } from '../../media/origin/live-window.ts';
import { segmentFile } from '../../media/origin/segment-path.ts';
import {
  type RecordedSegment,
  readRecording,
  recordingIndex,
} from '../../media/origin/videos/recorded-video.ts';
import type { RecordingFacts, RecordingProblem } from '../ingest.tables.ts';

/** A disk that is slower than the feed must not fill the memory. */
const maxWaitingBytes = 64 * 1024 * 1024;

class TooSlow extends Error {
  override name = 'TooSlow';
}

export interface RecordingOptions {
  /** Adds what other servers have recorded. */
  earlier?: (onDisk: RecordedSegment[]) => Promise<RecordedSegment[]>;
  /** A segment is whole on the disk. */
  onWritten?: ((segment: RecordedSegment) => void) | undefined;
}

export class Recording {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  readonly #onWritten: RecordingOptions['onWritten'];
  readonly segments: RecordedSegment[];
  #queue = Promise.resolve();
  #waitingBytes = 0;
  /** Without the slate. They are asked for with each heartbeat, so they are not summed up anew. */
  #seconds = 0;
  #bytes = 0;
  readonly #writing = new Set<string>();
  #writtenInit: string | undefined;
  #problem: RecordingProblem | null = null;
  /** A segment is missing since the last line. */
  #hasGap: boolean;

  /** @param unreadable why what was recorded before could not be read. */
  constructor(
    folder: string,
    segments: RecordedSegment[],
    { onError, onWritten }: Pick<RecordingOptions, 'onWritten'> & { onError: (error: unknown) => void },
    unreadable?: unknown,
  ) {
    this.#folder = folder;
    this.segments = segments;
    this.#onError = onError;
    this.#onWritten = onWritten;
    this.#hasGap = segments.length > 0 || unreadable !== undefined;
    if (unreadable !== undefined) this.#fail(unreadable);
    for (const segment of segments) this.#count(segment);
  }

  stateOf(name: string): RecordingState {
    if (this.#writing.has(name)) return 'writing';
    return this.segments.findLast((segment) => segment.name === name) ? 'kept' : 'lost';
  }

  get facts(): RecordingFacts {
    return {
      seconds: Math.round(this.#seconds),
      bytes: this.#bytes,
      isFailing: this.#problem !== null,
      problem: this.#problem,
    };
  }

  add(segment: Omit<RecordedSegment, 'bytes'>, bytes: Buffer, initBytes: Buffer) {
    const isTooSlow = this.#waitingBytes + bytes.length > maxWaitingBytes;
    this.#waitingBytes += isTooSlow ? 0 : bytes.length;
    this.#writing.add(segment.name);
    this.#queue = this.#queue.then(async () => {
      try {
        if (isTooSlow) throw new TooSlow('The disk is slower than the feed');
        await this.#write(segment, bytes, initBytes);
        this.#problem = null;
        this.#hasGap = false;
      } catch (error) {
        this.#fail(error);
        this.#hasGap = true;
      } finally {
        this.#writing.delete(segment.name);
        this.#waitingBytes -= isTooSlow ? 0 : bytes.length;
      }
    });
  }

  /** When everything that was added is on the disk, or has failed. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #fail(error: unknown) {
    if (this.#problem === null) this.#onError(error);
    this.#problem = problemOf(error);
  }

  async #write(segment: Omit<RecordedSegment, 'bytes'>, bytes: Buffer, initBytes: Buffer) {
    await mkdir(this.#folder, { recursive: true });
    if (this.#writtenInit !== segment.init.name) {
      await this.#place(`${segment.init.name}.mp4`, initBytes);
      this.#writtenInit = segment.init.name;
    }
    await this.#place(segmentFile(segment.name), bytes);
    const recorded = {
      ...segment,
      bytes: bytes.length,
      isDiscontinuity: segment.isDiscontinuity || this.#hasGap,
    };
    await appendFile(path.join(this.#folder, recordingIndex.file), recordingIndex.line(recorded));
    this.segments.push(recorded);
    this.#count(recorded);
    this.#onWritten?.(recorded);
  }

  #count({ isSlate, seconds, bytes }: RecordedSegment) {
    if (isSlate) return;
    this.#seconds += seconds;
    this.#bytes += bytes;
  }

  async #place(file: string, bytes: Buffer) {
    const [target, unfinished] = [path.join(this.#folder, file), path.join(this.#folder, `${file}.new`)];
    await writeFile(unfinished, bytes).catch(async (error) => {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    });
    await rename(unfinished, target);
  }
}

const unusable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOENT', 'ELOOP'];

function problemOf(error: unknown): RecordingProblem {
  if (error instanceof TooSlow) return 'disk-slow';
  const code = String((error as NodeJS.ErrnoException | null)?.code);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  return unusable.includes(code) ? 'folder-unusable' : 'failed';
}

/** A folder that cannot be read refuses no encoder: the broadcast goes on without a recording. */
export async function openRecording(
  folder: string,
  onError: (error: unknown) => void,
  { earlier = async (onDisk) => onDisk, onWritten }: RecordingOptions = {},
): Promise<Recording> {
  try {
    return new Recording(folder, await earlier(await readRecording(folder)), { onError, onWritten });
  } catch (error) {
    return new Recording(folder, [], { onError, onWritten }, error);
  }
}
