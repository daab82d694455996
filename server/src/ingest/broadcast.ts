/**
 * One broadcast on the server that owns it: the feed of its newest encoder, the slate while no encoder sends, the live video
 * and the recording of it. Its state stands in the database, so that every server can read it.
 */
import type { Db } from '../db/database.ts';
import type { LiveSegment } from '../media/origin/live-window.ts';
import { LiveVideo } from '../media/origin/videos/live-video.ts';
import { attempt } from './attempt.ts';
import { earlierRun } from './earlier-run.ts';
import { Feed } from './feed.ts';
import { HealthRecorder, historyStepSeconds } from './health/health-history.ts';
import { HealthMeter } from './health/health-meter.ts';
import { updateHeartbeat, updateRecording } from './ingest.repository.ts';
import { heartbeatMs, sendingMs, silenceMs } from './ingest.rules.ts';
import type { BroadcastState, HealthHistory, IngestRow, RecordingFacts } from './ingest.tables.ts';
import { Ladder } from './ladder/ladder.ts';
import type { AacConfig } from './packager/aac.ts';
import { Packager, type PackagerEvent, partTarget, targetOf } from './packager/packager.ts';
import type { Recording } from './recordings/recording.ts';
import type { Encoder } from './rtmp/publication.ts';
import { Slate } from './slate.ts';

export interface BroadcastDeps {
  db: Db;
  now: () => Date;
  /** Milliseconds that never step. */
  steady: () => number;
  /** How far viewers can go back while it is live. */
  dvrMinutes: number;
  onError: (error: unknown) => void;
  /** A feed or the slate has failed: it ended, and the broadcast goes on. */
  onFeedError: (error: unknown) => void;
  /** The broadcast has ended, or another server or key has it. */
  onLost: (generation: number) => void;
  /** Where other servers reach this one. */
  serverUrl: () => string | null;
  /** The object store does not take the recording now. */
  isStoreAway: () => boolean;
  /** undefined: no smaller pictures are made. */
  onLadderError?: ((error: unknown) => void) | undefined;
}

const watchEveryMs = 250;
/** An encoder that sends faster than it films is slowed down. */
const mostAheadMs = 5_000;
/** Its key frames are two seconds apart; a part more, so that one is past its end. */
const slateSegmentMs = 2_400;

export class Broadcast {
  readonly video: LiveVideo;
  readonly recording: Recording;
  readonly ladder: Ladder | undefined;
  readonly #deps: BroadcastDeps;
  readonly #epochMs: number;
  /** On the steady clock: a date that is set must not move the picture. */
  readonly #beganMs: number;
  readonly #timer: NodeJS.Timeout;
  #row: IngestRow;
  #state: BroadcastState;
  #meter = new HealthMeter();
  readonly #history = new HealthRecorder();
  #writtenHistory: HealthHistory | null | undefined;
  #encoder: Encoder | undefined;
  #feed: Feed | undefined;
  readonly #slate: Slate;
  #init: { bytes: Buffer; audio: AacConfig } | undefined;
  #filledMs = 0;
  /** Over all servers that have had it. */
  #reconnects: number;
  #connectedMs = 0;
  #toldCodec: string | null = null;
  /** On the time of the stream. */
  #lastFrameMs: number | undefined;
  #beatAtMs = 0;
  #isClosed = false;

  constructor(row: IngestRow, recording: Recording, deps: BroadcastDeps) {
    this.#deps = deps;
    this.#row = row;
    this.#state = row.state;
    this.recording = recording;
    this.#reconnects = row.lastFrameAt === null ? -1 : (row.health?.reconnects ?? -1);
    this.#slate = new Slate(deps.onFeedError);
    this.#epochMs = Date.parse(row.startedAt ?? deps.now().toISOString());
    const [first, last] = [recording.segments[0], recording.segments.at(-1)];
    this.#filledMs = last ? last.startMs + last.seconds * 1000 : 0;
    // A date that was set back may say that what was recorded is still to come.
    const passedMs = Math.max(deps.now().getTime() - this.#epochMs, this.#filledMs);
    this.#beganMs = deps.steady() - passedMs;
    if (row.lastFrameAt !== null)
      this.#lastFrameMs = passedMs - Math.max(0, deps.now().getTime() - Date.parse(row.lastFrameAt));
    const clock = { now: () => deps.now().getTime(), steady: deps.steady };
    const dvrSeconds = deps.dvrMinutes * 60;
    this.video = new LiveVideo({
      videoId: row.id,
      epochMs: this.#epochMs,
      partTarget,
      targetOf,
      dvrSeconds,
      ...earlierRun(recording.segments, { wallMs: this.#wallMs(), dvrSeconds, generation: row.generation }),
      recordingOf: (name) => recording.stateOf(name),
      target: row.target ?? (first && targetOf(first.seconds)),
      ...clock,
    });
    const { onLadderError } = deps;
    this.ladder =
      onLadderError &&
      new Ladder({ videoId: row.id, epochMs: this.#epochMs, onError: onLadderError, ...clock });
    this.#timer = setInterval(() => attempt(() => this.#watch(), deps.onFeedError), watchEveryMs);
  }

  /** @param row as it was claimed for this encoder: of two at once, the newer claim wins. */
  connect(row: IngestRow, encoder: Encoder): Feed | undefined {
    if (this.#isClosed || row.generation < this.#row.generation) return undefined;
    const before = this.#encoder;
    this.#drop();
    before?.cut('another encoder took over');
    this.#row = row;
    this.#state = row.state;
    this.#encoder = encoder;
    this.#reconnects += 1;
    this.#connectedMs = this.#wallMs();
    this.#toldCodec = null;
    this.#meter = new HealthMeter();
    this.video.generation = row.generation;
    const feed = new Feed({
      meter: this.#meter,
      target: this.video.target,
      audio: this.#init?.audio,
      onLoneSound: (sound) => this.#slate.onSound(sound),
      wallMs: () => this.#wallMs(),
      emit: (event) => this.#onPackaged(event),
      filledMs: () => this.#filledMs,
      ladder: this.ladder,
      onAhead: (aheadMs) => {
        if (aheadMs > mostAheadMs) encoder.setPaused(true);
      },
      onFailure: (error) => {
        this.#deps.onFeedError(error);
        encoder.cut('its feed failed');
      },
    });
    this.#feed = feed;
    return feed;
  }

  /** Shows the slate from now on: the server that had the encoder is gone. */
  goOn(row: IngestRow) {
    // An encoder was faster.
    if (this.#isClosed || this.#row.generation !== row.generation) return;
    this.video.generation = row.generation;
    // One segment of it is whole at once, so that players need not wait.
    this.#filledMs = Math.max(this.#filledMs, this.#lastFrameMs ?? 0, this.#wallMs() - slateSegmentMs);
    this.#showSlate();
  }

  get generation(): number {
    return this.#row.generation;
  }

  /** Its encoder sends: the last picture is young, or it has just come. */
  get isSending(): boolean {
    const sentMs = Math.max(this.#connectedMs, this.#feed?.lastFrameWallMs ?? 0);
    return this.#feed !== undefined && this.#wallMs() - sentMs < sendingMs;
  }

  disconnect(encoder: Encoder) {
    if (encoder !== this.#encoder) return;
    this.#drop();
    if (this.#state === 'connecting') this.#setState('idle');
  }

  /** A new key: its encoder is awaited, and viewers see the slate. @returns false when the broadcast is not ours. */
  adopt(row: IngestRow): boolean {
    if (row.endedAt !== null || row.generation !== this.#row.generation || this.#state === 'connecting')
      return false;
    const encoder = this.#encoder;
    this.#drop();
    encoder?.cut('the key is no longer valid');
    this.#row = row;
    return true;
  }

  get isIdle(): boolean {
    return this.#encoder === undefined && this.#state === 'idle';
  }

  /** Writes the state. Another server, a new key or the end of the broadcast cuts the encoder off. */
  async beat(): Promise<void> {
    const { db, now, onError, onLost, serverUrl } = this.#deps;
    if (this.#isClosed) return;
    this.#beatAtMs = this.#wallMs();
    const { id, generation, keyHash } = this.#row;
    const { history } = this.#history;
    const nowMs = now().getTime();
    const lastFrameMs = this.#lastFrameMs === undefined ? undefined : nowMs - this.#silentMs;
    try {
      const isOurs = await updateHeartbeat(db, {
        id,
        generation,
        keyHash,
        state: this.#state,
        recording: this.#recordingFacts(),
        serverUrl: serverUrl(),
        target: this.video.target ?? this.#row.target,
        lastFrameAt: lastFrameMs === undefined ? null : new Date(lastFrameMs).toISOString(),
        health: this.#health(),
        history: history === this.#writtenHistory ? undefined : history,
        now: new Date(nowMs).toISOString(),
      });
      if (isOurs) this.#writtenHistory = history;
      // The claim of a newer encoder may have come while this was on its way.
      if (!isOurs && generation === this.#row.generation) onLost(generation);
    } catch (error) {
      onError(error);
    }
  }

  /** @param isOver players are told that nothing more comes. */
  async close({ isOver, reason }: { isOver: boolean; reason: string }): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (isOver) this.ladder?.end();
    const encoder = this.#encoder;
    this.#drop();
    encoder?.cut(reason);
    this.#slate.stop();
    if (isOver) this.video.end();
    else this.video.release();
    await this.recording.settled();
    if (isOver) await this.#noteRecording();
  }

  /** The last segment became whole after the last heartbeat. */
  async #noteRecording() {
    const { db, onError } = this.#deps;
    const { id, generation } = this.#row;
    await updateRecording(db, { id, generation, recording: this.#recordingFacts() }).catch(onError);
  }

  #health() {
    const reconnects = Math.max(0, this.#reconnects);
    const { behindMs = 0, jumps = 0 } = this.#feed ?? {};
    const loss = this.#encoder?.loss?.();
    this.#tellRefusedCodec();
    return this.#meter.read(this.#wallMs(), { behindMs, jumps, reconnects, loss });
  }

  /** Once for each. */
  #tellRefusedCodec() {
    const { refusedCodec } = this.#meter;
    if (refusedCodec === this.#toldCodec) return;
    this.#toldCodec = refusedCodec;
    if (refusedCodec !== null) this.#encoder?.onRefusedCodec?.(refusedCodec);
  }

  #sample() {
    if (this.#encoder === undefined) return undefined;
    const behindSeconds = Math.round((this.#feed?.behindMs ?? 0) / 100) / 10;
    return { ...this.#meter.rates(this.#wallMs(), historyStepSeconds * 1_000), behindSeconds };
  }

  #recordingFacts(): RecordingFacts {
    const { facts } = this.recording;
    return this.#deps.isStoreAway() ? { ...facts, isStoreAway: true } : facts;
  }

  #wallMs(): number {
    return this.#deps.steady() - this.#beganMs;
  }

  /** Since the last picture of an encoder, or since the stream began. */
  get #silentMs(): number {
    return this.#wallMs() - (this.#lastFrameMs ?? 0);
  }

  /** Ends what the encoder began. Never throws: the next encoder must get in. */
  #drop() {
    const feed = this.#feed;
    this.#feed = undefined;
    this.#encoder = undefined;
    feed?.interrupt();
    attempt(() => this.ladder?.stop(), this.#deps.onFeedError);
  }

  #setState(state: BroadcastState) {
    if (state === this.#state) return;
    this.#state = state;
    this.beat().catch(this.#deps.onError);
  }

  #watch() {
    const wallMs = this.#wallMs();
    const feed = this.#feed;
    this.#history.tick(this.#deps.now().getTime(), () => this.#sample());
    this.#lastFrameMs = feed?.lastFrameWallMs ?? this.#lastFrameMs;
    if (this.#state === 'live' && this.#silentMs > silenceMs) {
      feed?.interrupt();
      this.ladder?.stop();
      this.#setState('interrupted');
      this.#showSlate();
    }
    if (feed) this.#encoder?.setPaused(feed.behindMs < -mostAheadMs);
    if (wallMs - this.#beatAtMs >= heartbeatMs) this.beat().catch(this.#deps.onError);
  }

  #showSlate() {
    const { target } = this.video;
    const packager = new Packager((event) => this.#addAndRecord(event, true), {
      target,
      audio: this.#init?.audio,
    });
    this.#slate.show({ packager, startMs: this.#filledMs, wallMs: () => this.#wallMs() });
  }

  #onPackaged(event: PackagerEvent) {
    if (event.kind === 'begin') {
      this.ladder?.stop();
      this.#slate.stop();
    }
    if (event.kind === 'init') {
      this.#meter.size = { width: event.width, height: event.height, codecs: event.codecs };
      this.ladder?.onAudioConfig(event.audio);
    }
    const segment = this.#addAndRecord(event, false);
    if (segment === undefined) return;
    this.#setState('live');
    // A segment that waited for its sound ends where smaller pictures can no longer be cut.
    const waitedMs = (this.#feed?.pictureMs ?? 0) - this.#filledMs;
    if (waitedMs > partTarget * 1000) return this.ladder?.stop();
    this.ladder?.onSegment({
      ...this.video.edge,
      target: this.video.target,
      height: segment.init.height,
      generation: this.#row.generation,
    });
  }

  /** @returns the segment that has become whole, if one has. */
  #addAndRecord(event: PackagerEvent, isSlate: boolean): LiveSegment | undefined {
    const segment = this.#add(event);
    if (segment === undefined || this.#init === undefined) return undefined;
    const { name, seconds, startMs, isDiscontinuity, bytes, init, pictures } = segment;
    const atMs = this.#epochMs + startMs;
    const facts = { name, seconds, startMs, atMs, init, isDiscontinuity, pictures };
    this.recording.add(isSlate ? { ...facts, isSlate } : facts, bytes, this.#init.bytes);
    return segment;
  }

  #add(event: PackagerEvent) {
    if (event.kind === 'init') {
      this.video.addInit(event);
      this.#init = event;
    } else if (event.kind === 'part') {
      this.video.addPart(event);
    } else if (event.kind === 'segment') {
      this.#filledMs = event.startMs + event.seconds * 1000;
      return this.video.endSegment(event);
    }
    return undefined;
  }
}
