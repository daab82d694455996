/**
 * What the page had of a video before its player came: texts of playlists and the first files. hls.js gets them in the
 * place of requests. Each is used once, and a live playlist only while it is new; everything else is loaded as always.
 */
import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { nextTask } from '../../next-task.ts';

/** A file, and when it was asked for, began and ended; milliseconds of `performance.now()`. */
export interface FetchedFile {
  bytes: ArrayBuffer;
  startedAt: number;
  beganAt: number;
  endedAt: number;
}

export interface FirstMedia {
  /** When the texts came, in milliseconds of `performance.now()`. */
  at: number;
  playlists: ReadonlyArray<{ url: string; text: string }>;
  /** By address. Undefined: the file could not be fetched. */
  files: ReadonlyMap<string, Promise<FetchedFile | undefined>>;
}

/** An older text of a live playlist says less than a request would. */
const textsLastMs = 3000;
/** A file that takes longer is asked for again, with the time limits and retries of hls.js. */
const filesLastMs = 4000;

interface Handed {
  data: string | ArrayBuffer;
  times: { start: number; first: number; end: number };
  size: number;
}

/** @returns a loader for the `loader` of hls.js, which loads by `Base` what was not handed over. */
export function firstMediaLoader(Base: HlsConfig['loader'], { at, playlists, files }: FirstMedia) {
  const texts = new Map(playlists.map(({ url, text }) => [url, text]));
  const left = new Map(files);

  function take({ url, rangeEnd }: LoaderContext): Promise<Handed | undefined> | undefined {
    // A part of a file is not the file.
    if (rangeEnd) return undefined;
    const text = texts.get(url);
    texts.delete(url);
    if (text !== undefined && performance.now() - at < textsLastMs)
      return nextTask().then(() => ({
        data: text,
        size: text.length,
        times: { start: at, first: at, end: at },
      }));
    const file = left.get(url);
    left.delete(url);
    return file && withinTime(file);
  }

  return handingLoader(Base, take);
}

/** A loader that is given some files and loads the others. @param take undefined: it loads; resolves with undefined: too late. */
export function handingLoader(
  Base: HlsConfig['loader'],
  take: (context: LoaderContext) => Promise<Handed | undefined> | undefined,
) {
  return class HandingLoader extends Base {
    #isOver = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ) {
      const handed = take(context);
      if (!handed) return super.load(context, config, callbacks);
      void handed.then((got) => {
        if (this.#isOver) return;
        if (!got) return super.load(context, config, callbacks);
        const { stats } = this as Loader<LoaderContext>;
        Object.assign(stats.loading, got.times);
        Object.assign(stats, { loaded: got.size, total: got.size, chunkCount: 1 });
        callbacks.onSuccess({ url: context.url, data: got.data, code: 200 }, stats, context, null);
      });
    }

    override abort() {
      this.#isOver = true;
      super.abort();
    }

    override destroy() {
      this.#isOver = true;
      super.destroy();
    }
  };
}

async function withinTime(file: Promise<FetchedFile | undefined>): Promise<Handed | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, filesLastMs));
  const fetched = await Promise.race([file, late]);
  if (!fetched) return undefined;
  const { bytes, startedAt, beganAt, endedAt } = fetched;
  return {
    data: bytes,
    size: bytes.byteLength,
    times: { start: startedAt, first: beganAt, end: endedAt },
  };
}
