/** The broadcasts that this server owns, and the recordings that it can read. */

import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { uuid } from '../db/uuid.ts';
import type { Part } from '../failures.ts';
import { removeLoose } from '../media/loose/remove-loose.ts';
import type { OriginVideo } from '../media/origin/origin-video.ts';
import { cutPlaces, takenAt } from '../media/origin/trim.ts';
import type { RelayClient } from '../media/relay/relay-client.ts';
import { shownNetwork } from './attempts/shown-network.ts';
import { Broadcast } from './broadcast.ts';
import { claimIngest, extendContest, isStreamKept } from './claim.repository.ts';
import type { Refused } from './door/refusal.ts';
import type { Feed } from './feed.ts';
import { FollowedBroadcasts } from './followed-broadcasts.ts';
import { HealthMeter } from './health/health-meter.ts';
import {
  adoptIngest,
  findIngestById,
  findIngestByKey,
  releaseIngest,
  updateRefusedCodec,
} from './ingest.repository.ts';
import type { IngestRow } from './ingest.tables.ts';
import { liveAndRecorded } from './live-and-recorded.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import { type RecordedFiles, Recordings, type ShownRecording } from './recordings/recordings.ts';
import type { Encoder } from './rtmp/publication.ts';

interface Options {
  db: Db;
  now: () => Date;
  /** Milliseconds that never step. */
  steady: () => number;
  recordingDir: string;
  /** undefined: recordings are on the disk alone. */
  store?: RecordingStore | undefined;
  /** Fetches from other servers. */
  relay: RelayClient;
  /** Smaller pictures are made by ffmpeg. */
  hasLadder: boolean;
  /** How far viewers can go back in a live broadcast. */
  dvrMinutes: number;
  onError: (error: unknown, message: string) => void;
  /** Of a part that has ended alone. */
  failed: (part: Part) => (error: unknown, message: string) => void;
}

export interface Publication {
  id: string;
  feed: Feed;
  /** The connection is closed. */
  disconnect(): void;
}

/** Open players of a broadcast that ended learn it from its playlist. */
const keptAfterEndMs = 60_000;

export class Broadcasts {
  readonly #options: Options;
  readonly #open = new Map<string, Promise<Broadcast>>();
  /** Those of `#open` that are there. */
  readonly #current = new Map<string, Broadcast>();
  readonly #videos = new Map<string, OriginVideo>();
  readonly #recordings: Recordings;
  readonly #forgetting = new Set<NodeJS.Timeout>();
  readonly #followed: FollowedBroadcasts;
  /** Another one after each start, so that nobody takes what a dead server had for its successor's. */
  readonly serverId = randomUUID();
  /** Where other servers reach this one; null until it listens. */
  serverUrl: string | null = null;

  constructor(options: Options) {
    const { db, now, steady, relay, failed } = options;
    this.#options = options;
    this.#recordings = new Recordings({ ...options, onError: failed('recording') });
    this.#followed = new FollowedBroadcasts({
      db,
      now,
      steady,
      relay,
      onError: failed('relay'),
      recordedOf: (row) => this.#recordings.videoOf(row),
      adopt: (row) => this.#adopt(row),
      videoOf: (id) => this.videoOf(id),
    });
  }

  async knows(videoId: string): Promise<boolean> {
    return uuid.test(videoId) && (await findIngestById(this.#options.db, videoId)) !== undefined;
  }

  videoOf(videoId: string): OriginVideo | undefined | Promise<OriginVideo | undefined> {
    if (!uuid.test(videoId)) return undefined;
    return this.#videos.get(videoId) ?? this.#followed.videoOf(videoId);
  }

  /** For other servers: what this one has the encoder of. */
  ownVideoOf(videoId: string): OriginVideo | undefined {
    return this.#videos.get(videoId);
  }

  /** The database says that another encoder, server or key has it. */
  ingestChanged(id: string) {
    if (this.#open.has(id)) this.#refreshLater(id);
    else
      this.#followed
        .changed(id)
        .catch((error) => this.#options.failed('relay')(error, 'a broadcast was not read'));
  }

  missed() {
    for (const id of this.#open.keys()) this.#refreshLater(id);
    this.#followed.missed();
  }

  #refreshLater(id: string) {
    this.refresh(id).catch((error) =>
      this.#options.onError(error, 'a change of a broadcast was not read: its next heartbeat reads it'),
    );
  }

  async publish(keyHash: string, encoder: Encoder): Promise<Publication | Refused> {
    const { db, now } = this.#options;
    const known = await findIngestByKey(db, keyHash);
    if (known === undefined) return { refusal: 'wrong-key', ingestId: undefined };
    const open = await this.#open.get(known.id)?.catch(() => undefined);
    const row = await claimIngest(db, {
      keyHash,
      server: this.#server,
      network: shownNetwork(encoder.remote),
      holder: open,
      now: now().toISOString(),
    });
    if (row === undefined) return this.#refusalOf(keyHash);
    const { id } = row;
    const broadcast = await this.#openOf(row);
    const feed = broadcast.connect(row, encoder);
    if (feed === undefined) return { refusal: 'another-encoder', ingestId: id };
    return {
      id,
      feed,
      disconnect: () => {
        broadcast.disconnect(encoder);
        if (broadcast.isIdle) this.#safely(id, this.#close(id, { isOver: false, reason: 'idle' }, broadcast));
      },
    };
  }

  /** An encoder with the right key was refused for its codec: the page of the stream says so. */
  async nameRefusedCodec(id: string, codec: string): Promise<void> {
    const meter = new HealthMeter();
    meter.refusedCodec = codec;
    const health = meter.read(0, { behindMs: 0, jumps: 0, reconnects: 0 });
    const { db, now } = this.#options;
    await updateRefusedCodec(db, { id, health, now: now().toISOString() });
  }

  /** For an encoder whose media come later: whether it will be let in. @returns undefined: it may. */
  async refusalOf(id: string, keyHash: string): Promise<Refused | undefined> {
    const { db, now } = this.#options;
    const holder = await this.#open.get(id)?.catch(() => undefined);
    const isKept = await isStreamKept(db, { keyHash, holder, now: now().toISOString() });
    return isKept ? this.#refusalOf(keyHash) : undefined;
  }

  async #refusalOf(keyHash: string): Promise<Refused> {
    const { db, now } = this.#options;
    const row = await findIngestByKey(db, keyHash);
    if (row === undefined) return { refusal: 'wrong-key', ingestId: undefined };
    const { id: ingestId } = row;
    if (row.keyHash !== keyHash) return { refusal: 'replaced-key', ingestId };
    if (row.endedAt !== null) return { refusal: 'broadcast-ended', ingestId };
    await extendContest(db, ingestId, now().toISOString());
    return { refusal: 'key-in-use', ingestId };
  }

  /** What a replay plays; undefined: nothing was recorded, or it cannot be read here. */
  recordingOf(shown: ShownRecording): Promise<RecordedFiles | undefined> {
    return this.#recordings.filesOf(shown);
  }

  /** Where the replay of a recording may begin or end, in seconds; empty: nothing was recorded. */
  async cutPlacesOf({ id, film }: ShownRecording): Promise<number[]> {
    return cutPlaces(await this.#recordings.segmentsOf(film?.id ?? id));
  }

  /** When the picture of a moment of the whole recording was taken; undefined behind its end. */
  async takenAt({ id, film }: ShownRecording, seconds: number): Promise<number | undefined> {
    return takenAt(await this.#recordings.segmentsOf(film?.id ?? id), seconds);
  }

  /**
   * The row of the ingest was changed: an encoder that may no longer write is cut off, and viewers get what its replay shows
   * now. Other servers learn it from the database.
   */
  async refresh(id: string): Promise<void> {
    await (await this.#open.get(id))?.beat();
    await this.#closing.get(id);
    await this.#followed.changed(id);
  }

  readonly #closing = new Map<string, Promise<void>>();

  /** Deletes the files of recordings whose ingest is gone. @returns how many; below the limit when nothing is left. */
  removeLooseRecordings(limit: number): Promise<number> {
    return removeLoose(this.#options.db, { kind: 'recording', limit }, async ({ id, chunks }) => {
      await this.#close(id, { isOver: true, reason: 'the stream was deleted' });
      await this.#recordings.remove(id, chunks);
    });
  }

  async close(): Promise<void> {
    this.#followed.close();
    for (const timer of this.#forgetting) clearTimeout(timer);
    await Promise.all([...this.#open.keys()].map((id) => this.#stop(id)));
    await this.#options.store?.[Symbol.asyncDispose]();
  }

  get #server() {
    return { serverId: this.serverId, serverUrl: this.serverUrl };
  }

  async #stop(id: string): Promise<void> {
    const broadcast = await this.#open.get(id)?.catch(() => undefined);
    await this.#close(id, { isOver: false, reason: 'the server stops' });
    if (broadcast === undefined) return;
    await releaseIngest(this.#options.db, { id, generation: broadcast.generation }).catch((error) =>
      this.#options.onError(error, 'a broadcast could not be left to other servers: they wait a little'),
    );
  }

  /** Goes on in place of a server that is gone: its encoder may come to any server. */
  async #adopt(known: IngestRow): Promise<boolean> {
    const { db, now } = this.#options;
    const row = await adoptIngest(db, { known, server: this.#server, now: now().toISOString() });
    if (row === undefined) return false;
    (await this.#openOf(row)).goOn(row);
    return true;
  }

  async #openOf(row: IngestRow): Promise<Broadcast> {
    const opening = this.#open.get(row.id) ?? this.#start(row);
    this.#open.set(row.id, opening);
    return opening.catch((error) => {
      this.#open.delete(row.id);
      throw error;
    });
  }

  async #start(row: IngestRow): Promise<Broadcast> {
    const { db, now, steady, dvrMinutes, onError, failed, hasLadder } = this.#options;
    const { id } = row;
    const recording = await this.#recordings.open(id);
    const broadcast = new Broadcast(row, recording, {
      db,
      now,
      steady,
      dvrMinutes,
      onError: (error) => onError(error, 'the state of a broadcast could not be written: it goes on'),
      onFeedError: (error) => this.#onFeedError(id, error),
      onLost: (generation) => this.#safely(id, this.#lose(id, { broadcast, generation })),
      serverUrl: () => this.serverUrl,
      isStoreAway: () => this.#recordings.isStoreAway,
      onLadderError: hasLadder
        ? (error) => failed('ladder')(error, 'the smaller pictures of a broadcast stopped: it goes on')
        : undefined,
    });
    const replay = this.#recordings.replayOf(id, recording.segments);
    this.#videos.set(
      id,
      liveAndRecorded(broadcast, {
        recorded: replay,
        replay: () => this.#followed.videoOf(id),
        successor: () => this.videoOf(id),
      }),
    );
    this.#followed.leave(id);
    this.#current.set(id, broadcast);
    return broadcast;
  }

  /** What nobody waits for must not fail unheard: it would end the process. */
  #safely(id: string, closing: Promise<void>) {
    closing.catch((error) => this.#onFeedError(id, error));
  }

  #onFeedError(id: string, error: unknown) {
    const message = `a feed of broadcast ${id} failed: it ended, and everything else goes on`;
    this.#options.failed('feed')(error, message);
  }

  #lose(id: string, lost: { broadcast: Broadcast; generation: number }): Promise<void> {
    const losing = this.#closing.get(id) ?? this.#closeLost(id, lost).finally(() => this.#closing.delete(id));
    this.#closing.set(id, losing);
    return losing;
  }

  async #closeLost(
    id: string,
    { broadcast, generation }: { broadcast: Broadcast; generation: number },
  ): Promise<void> {
    const row = await findIngestById(this.#options.db, id).catch(() => undefined);
    // A newer encoder has come meanwhile, to this broadcast or to one in its place.
    if (broadcast.generation !== generation) return;
    if (row !== undefined && broadcast.adopt(row)) return;
    // Another one is on its way to it.
    if (row?.endedAt === null && row.serverId === this.serverId && row.generation > generation) return;
    const isOver = row === undefined || row.endedAt !== null;
    await this.#close(id, { isOver, reason: 'the key is no longer valid' }, broadcast);
  }

  /** @param only not another one in its place. */
  async #close(id: string, { isOver, reason }: { isOver: boolean; reason: string }, only?: Broadcast) {
    if (only !== undefined && this.#current.get(id) !== only) return;
    const opening = this.#open.get(id);
    this.#open.delete(id);
    this.#current.delete(id);
    const broadcast = await opening?.catch(() => undefined);
    if (broadcast === undefined) return;
    const video = this.#videos.get(id);
    if (!isOver) this.#videos.delete(id);
    await broadcast.close({ isOver, reason });
    if (!isOver) return;
    const timer = setTimeout(() => {
      this.#forgetting.delete(timer);
      // A new key may have opened the broadcast again.
      if (this.#videos.get(id) === video) this.#videos.delete(id);
    }, keptAfterEndMs).unref();
    this.#forgetting.add(timer);
  }
}
