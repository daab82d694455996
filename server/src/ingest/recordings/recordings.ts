/** The recordings that this server can read: in its folder, and in the object store where there is one. */
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OriginVideo } from '../../media/origin/origin-video.ts';
import { type Trim, trimmed } from '../../media/origin/trim.ts';
import {
  type RecordedSegment,
  readRecording,
  recordedVideo,
  recordingIndex,
  withoutSlate,
} from '../../media/origin/videos/recorded-video.ts';
import { openRecording, type Recording } from './recording.ts';
import { joinRecordings, type RecordingStore } from './recording-store.ts';

interface Options {
  recordingDir: string;
  store?: RecordingStore | undefined;
  onError: (error: unknown, message: string) => void;
}

/** The recording of an ingest, and what its replay shows: of it, or of a film in its place. */
export interface ShownRecording {
  id: string;
  trim: Trim | null;
  film: { id: string } | null;
}

interface Recorded {
  trim: string;
  mtimeMs: number | undefined;
  stored: RecordedSegment[] | undefined;
  video: OriginVideo;
}

/** A recording as it lies on the disk and in the object store. */
export interface RecordedFiles {
  id: string;
  segments: readonly RecordedSegment[];
  /** @throws when the file is nowhere. */
  read(file: string): Promise<Buffer>;
}

export class Recordings {
  readonly #options: Options;
  readonly #recorded = new Map<string, Recorded>();

  constructor(options: Options) {
    this.#options = options;
  }

  get isStoreAway(): boolean {
    return this.#options.store?.uploads.isAway ?? false;
  }

  /** For a broadcast that goes on: behind what was recorded before, on whichever server. */
  open(id: string): Promise<Recording> {
    const { store, onError } = this.#options;
    return openRecording(
      this.#folder(id),
      (error) => onError(error, 'the recording fails: the broadcast goes on'),
      store && {
        earlier: async (onDisk) => joinRecordings(onDisk, await store.segmentsOf(id)),
        onWritten: (segment) => store.uploads.add(id, segment),
      },
    );
  }

  /** @param segments may still grow. */
  replayOf(
    id: string,
    segments: readonly RecordedSegment[],
    { trim = null, rung }: { trim?: Trim | null; rung?: string | undefined } = {},
  ): OriginVideo {
    const { store } = this.#options;
    const elsewhere = store && ((file: string) => store.read(id, file));
    return recordedVideo(this.#folder(id), segments, { elsewhere, trim, rung });
  }

  /** What is recorded now. */
  async videoOf({ id: ingestId, trim: shown, film }: ShownRecording): Promise<OriginVideo | undefined> {
    const id = film?.id ?? ingestId;
    const { store } = this.#options;
    const folder = this.#folder(id);
    const index = await stat(path.join(folder, recordingIndex.file)).catch(() => undefined);
    const stored = await store?.segmentsOf(id);
    if (index === undefined && stored === undefined) return undefined;
    const known = this.#recorded.get(id);
    const trim = JSON.stringify(shown);
    const isSame = known && known.mtimeMs === index?.mtimeMs && known.stored === stored;
    if (isSame && known.trim === trim) return known.video;
    const segments = await this.#read(id, stored);
    if (segments.length === 0) return undefined;
    const video = this.replayOf(id, segments, { trim: shown, rung: film ? 'film' : undefined });
    this.#recorded.set(id, { trim, mtimeMs: index?.mtimeMs, stored, video });
    return video;
  }

  /** The files of what a replay plays now; undefined: there is nothing. */
  async filesOf({ id: ingestId, trim, film }: ShownRecording): Promise<RecordedFiles | undefined> {
    const { store } = this.#options;
    const id = film?.id ?? ingestId;
    const segments = trimmed(await this.segmentsOf(id), trim);
    if (segments.length === 0) return undefined;
    const read = async (file: string) => {
      try {
        return await readFile(path.join(this.#folder(id), file));
      } catch (error) {
        const stored = await store?.read(id, file);
        if (stored === undefined) throw error;
        return stored;
      }
    };
    return { id, segments, read };
  }

  /** All that was recorded of the picture. */
  async segmentsOf(id: string): Promise<readonly RecordedSegment[]> {
    return withoutSlate(await this.#read(id, await this.#options.store?.segmentsOf(id)));
  }

  async #read(id: string, stored: RecordedSegment[] | undefined): Promise<RecordedSegment[]> {
    const onDisk = await readRecording(this.#folder(id)).catch((error) => {
      this.#options.onError(error, 'a recording could not be read');
      return [];
    });
    return stored === undefined ? onDisk : joinRecordings(onDisk, stored);
  }

  /** Of an ingest that is gone. */
  async remove(id: string, chunks = 0): Promise<void> {
    await rm(this.#folder(id), { recursive: true, force: true });
    await this.#options.store?.remove(id, chunks);
    this.#recorded.delete(id);
  }

  #folder(id: string): string {
    return path.join(this.#options.recordingDir, id.toLowerCase());
  }
}
