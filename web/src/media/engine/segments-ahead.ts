/**
 * For a network whose answers come late (docs/product.md, 16.22): hls.js asks for one segment after the other, so the way
 * there and back would cost more than a segment lasts. This asks for the next ones at the same time.
 */
import type Hls from 'hls.js';
import type { HlsConfig, LevelDetails } from 'hls.js';
import { type FetchedFile, handingLoader } from './first-media.ts';
import type { HlsConstructor } from './load-hls.ts';

const atOnce = 3;
/** More addresses than a playlist has that were asked for lately. */
const remembered = 60;

export class SegmentsAhead {
  readonly #video: HTMLVideoElement;
  readonly #withToken: (url: string) => string;
  /** Null: hls.js has it. */
  readonly #files = new Map<string, Promise<FetchedFile | undefined> | null>();

  readonly #Loader: NonNullable<HlsConfig['fLoader']>;

  constructor(
    { DefaultConfig }: Pick<HlsConstructor, 'DefaultConfig'>,
    video: HTMLVideoElement,
    withToken: (url: string) => string,
  ) {
    // The context of a fragment is one of those that every loader takes.
    this.#Loader = this.#loader(DefaultConfig.loader) as NonNullable<HlsConfig['fLoader']>;
    this.#video = video;
    this.#withToken = withToken;
  }

  #loader(Base: HlsConfig['loader']) {
    return handingLoader(Base, ({ url, rangeEnd }) => {
      const file = rangeEnd ? null : this.#files.get(url);
      this.#files.set(url, null);
      return file?.then(
        (got) =>
          got && {
            data: got.bytes,
            size: got.bytes.byteLength,
            times: { start: got.startedAt, first: got.beganAt, end: got.endedAt },
          },
      );
    });
  }

  /** Call it for each playlist. */
  onPlaylist(hls: Pick<Hls, 'config'>, { fragments }: Pick<LevelDetails, 'fragments'>) {
    hls.config.fLoader = this.#Loader;
    const { buffered, currentTime } = this.#video;
    const loadedTo = buffered.length > 0 ? buffered.end(buffered.length - 1) : currentTime;
    const next = fragments.filter(({ start, gap }) => start > loadedTo - 0.1 && !gap).slice(0, atOnce);
    for (const { url } of next) if (!this.#files.has(url)) this.#files.set(url, this.#fetch(url));
    for (const url of [...this.#files.keys()].slice(0, -remembered)) this.#files.delete(url);
  }

  async #fetch(url: string): Promise<FetchedFile | undefined> {
    const startedAt = performance.now();
    try {
      const answer = await fetch(this.#withToken(url));
      const beganAt = performance.now();
      if (!answer.ok) return undefined;
      return { bytes: await answer.arrayBuffer(), startedAt, beganAt, endedAt: performance.now() };
    } catch {
      // hls.js asks itself, and knows what to do then.
      return undefined;
    }
  }
}
