/**
 * A broadcast of which another server has the encoder, or none has any more, as the viewers of this server get it. When its
 * owner gives no answer and no sign of life either, this server goes on in its place.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { OriginVideo } from '../media/origin/origin-video.ts';
import { type RelayAsk, RelayAway, type RelayClient } from '../media/relay/relay-client.ts';
import type { RelayedFiles } from '../media/relay/relayed-files.ts';
import { RelayedVideo } from '../media/relay/relayed-video.ts';
import { findIngestById } from './ingest.repository.ts';
import { isOrphan } from './ingest.rules.ts';
import type { IngestRow } from './ingest.tables.ts';

export interface FollowDeps {
  db: Db;
  now: () => Date;
  /** Milliseconds that never step. */
  steady: () => number;
  relay: RelayClient;
  files: RelayedFiles;
  recordedOf: (row: IngestRow) => Promise<OriginVideo | undefined>;
  /** Goes on in place of an owner that is gone. @returns false: another server was faster, or the owner lives. */
  adopt: (row: IngestRow) => Promise<boolean>;
  /** The video as this server has it now. */
  videoOf: (id: string) => OriginVideo | undefined | Promise<OriginVideo | undefined>;
  onError: (error: unknown, message: string) => void;
}

/** The row is read again at most this often, and at least this often where nothing is fetched of its owner. */
const [soonestMs, latestMs] = [500, 10_000];
/** `<generation>-<number>` */
const wholeSegment = /^\d+-\d+$/;
const firstLimitMs = 6_000;

export class FollowedBroadcast {
  readonly #id: string;
  readonly #deps: FollowDeps;
  readonly #relayed: RelayedVideo;
  readonly video: OriginVideo;
  #row: IngestRow | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  /** When the heartbeat of its owner was new, on the steady clock. */
  #heardAt = 0;
  #recorded: OriginVideo | undefined;
  #isAway = false;
  #isClosed = false;
  askedAt = 0;

  constructor(id: string, deps: FollowDeps) {
    this.#id = id;
    this.#deps = deps;
    this.#relayed = new RelayedVideo({
      videoId: id,
      files: deps.files,
      ask: (what) => this.#ask(what),
      onError: (error) => deps.onError(error, 'a playlist of another server could not be followed'),
    });
    const recorded = () => this.#recorded;
    this.video = {
      masterPlaylist: (mode) => (mode === 'live' ? this.#master() : recorded()?.masterPlaylist(mode)),
      mediaPlaylist: async (rung, request) => {
        if (request.mode !== 'live') return recorded()?.mediaPlaylist(rung, request);
        const text = await this.#relayed.mediaPlaylist(rung, request);
        return this.#isClosed ? (await this.#successor())?.mediaPlaylist(rung, request) : text;
      },
      init: (rung, name) => this.#file('init', rung, name),
      segment: (rung, name) => this.#file('segment', rung, name),
      // Its owner lists it or not, and gives what it has: a balancer may send a viewer here for the segment alone.
      lists: (rung, name, isWhole) =>
        this.isLive ? wholeSegment.test(name) : (recorded()?.lists(rung, name, isWhole) ?? false),
    };
  }

  /** Whether there may be something to see. What is recorded is read again, since it may have grown. */
  async hasVideo(): Promise<boolean> {
    const age = performance.now() - this.#readAt;
    if (age > latestMs || (this.#row === undefined && age > soonestMs)) await this.read();
    if (this.#row === undefined) return false;
    if (!this.isLive) this.#recorded = await this.#deps.recordedOf(this.#row);
    return this.isLive || this.#recorded !== undefined;
  }

  /** Then it is asked for without a look at the database: the owner answers, or the row is read again. */
  get isLive(): boolean {
    return this.#row !== undefined && this.#row.endedAt === null && this.#row.startedAt !== null;
  }

  /** Reads who owns it. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** As the row is from now on: a look at it that has begun may have been too early. */
  async readAgain(): Promise<void> {
    await this.#reading?.catch(() => {});
    await this.read();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close() {
    this.#isClosed = true;
    this.#relayed.close();
  }

  /** This server's own video, after it has taken the broadcast over. */
  async #successor(): Promise<OriginVideo | undefined> {
    const video = await this.#deps.videoOf(this.#id);
    return video === this.video ? undefined : video;
  }

  /** A viewer who is there before the owner answers waits for it. */
  async #master(): Promise<string | undefined> {
    const until = performance.now() + firstLimitMs;
    for (;;) {
      const text = await this.#relayed.masterPlaylist();
      if (this.#isClosed) return (await this.#successor())?.masterPlaylist('live');
      if (text !== undefined || !this.isLive || performance.now() > until) return text;
      await wait(soonestMs, undefined, { ref: false });
    }
  }

  async #read(): Promise<void> {
    const before = this.#row;
    this.#readAt = performance.now();
    const row = await findIngestById(this.#deps.db, this.#id);
    this.#row = row;
    if (row?.generation !== before?.generation || row?.serverId !== before?.serverId) this.#relayed.reopen();
    const { now, steady } = this.#deps;
    if (row?.heartbeatAt !== before?.heartbeatAt) this.#heardAt = steady();
    if (this.#isClosed || row === undefined) return;
    if (!isOrphan(row, { now: now(), unchangedMs: steady() - this.#heardAt })) return;
    await this.#deps.adopt(row);
  }

  async #ask(what: RelayAsk) {
    const { serverId, serverUrl } = this.#row ?? {};
    try {
      if (!serverId || !serverUrl) throw new RelayAway('No server has the broadcast');
      const answer = await this.#deps.relay({ serverId, serverUrl }, this.#id, what);
      this.#isAway = false;
      return answer;
    } catch (error) {
      if (!this.#isAway)
        this.#deps.onError(
          error,
          'the server with the encoder gives no answer, perhaps for its INTERNAL_URL: it is asked again',
        );
      this.#isAway = true;
      if (performance.now() - this.#readAt > soonestMs)
        await this.read().catch((fault) =>
          this.#deps.onError(fault, 'the owner of a broadcast is not known for now'),
        );
      throw error;
    }
  }

  /** What its owner does not have, it may have recorded before. */
  #file(kind: 'init' | 'segment', rung: string, name: string) {
    const found =
      this.isLive || this.#recorded === undefined ? this.#relayed.file(kind, rung, name) : undefined;
    const recorded = async () => {
      const video = this.#recorded ?? (this.#row && (await this.#deps.recordedOf(this.#row)));
      return video?.[kind](rung, name);
    };
    return found instanceof Promise ? found.then((file) => file ?? recorded()) : (found ?? recorded());
  }
}
