/** A live video of another server, for the viewers of this one. Names, bytes and addresses are the owner's. */
import type { MediaFile } from '../media-reply.ts';
import type { PlaylistRequest } from '../origin/origin-video.ts';
import type { RelayAnswer, RelayAsk } from './relay-client.ts';
import type { RelayedFiles } from './relayed-files.ts';
import { RelayedList } from './relayed-list.ts';

export interface RelayedVideoOptions {
  videoId: string;
  /** @returns undefined: the owner has nothing by that name. @throws when it is away. */
  ask: (ask: RelayAsk) => Promise<RelayAnswer | undefined>;
  files: RelayedFiles;
  onError: (error: unknown) => void;
}

const masterForMs = 1_000;

export class RelayedVideo {
  readonly #options: RelayedVideoOptions;
  readonly #lists = new Map<string, RelayedList>();
  #isClosed = false;
  #master: { text: Promise<string | undefined>; until: number } | undefined;

  constructor(options: RelayedVideoOptions) {
    this.#options = options;
  }

  /** Asked for once a second, however many viewers arrive. */
  masterPlaylist(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#master === undefined || now > this.#master.until) {
      const text = this.#options
        .ask({ kind: 'master', rung: 'all', name: 'live' })
        .then((answer) => answer?.bytes.toString())
        .catch(() => undefined);
      this.#master = { text, until: now + masterForMs };
    }
    return this.#master.text;
  }

  async mediaPlaylist(rung: string, request: PlaylistRequest): Promise<string | undefined> {
    const name = request.kind === 'key-frames' ? 'live-iframes' : 'live';
    return (this.#lists.get(`${rung}/${name}`) ?? (await this.#newList(rung, name)))?.get(request);
  }

  file(kind: 'init' | 'segment', rung: string, name: string) {
    const { videoId, ask, files } = this.#options;
    return files.get(`${videoId}/${kind}/${rung}/${name}`, async () => {
      const answer = await ask({ kind, rung, name }).catch(() => undefined);
      return answer && ({ ...answer, type: 'video/mp4' } satisfies MediaFile);
    });
  }

  reopen() {
    this.#master = undefined;
    for (const list of this.#lists.values()) list.reopen();
  }

  close() {
    this.#isClosed = true;
    for (const list of this.#lists.values()) list.close();
  }

  /** Only a list that the owner names is followed: a viewer can write any name into an address. */
  async #newList(rung: string, name: string): Promise<RelayedList | undefined> {
    const master = await this.masterPlaylist();
    if (this.#isClosed || !master?.split(/[\n"]/).includes(`${rung}/${name}.m3u8`)) return undefined;
    const { ask, onError } = this.#options;
    const list = new RelayedList(
      (wait) => ask({ kind: 'list', rung, name, ...(wait ? { wait } : {}) }),
      onError,
    );
    const known = this.#lists.get(`${rung}/${name}`) ?? list;
    this.#lists.set(`${rung}/${name}`, known);
    return known;
  }
}
