/**
 * Smaller pictures of a broadcast for slower networks, made by ffmpeg where the operator wants it. It begins and ends with
 * segments of the source, and never holds the source up: a rung that is late, lost or dead is gone from the playlists, and
 * players take another one.
 * The source goes into the standard input of ffmpeg, and each rung comes out of a pipe. Publishing back by RTMP
 * would need keys, ports and connections that outlive their broadcast: when a pipe breaks, ffmpeg ends. Frames keep
 * the times of the source, so a rung is cut where the source is.
 */
import type { LiveVideo } from '../../media/origin/videos/live-video.ts';
import { attempt } from '../attempt.ts';
import type { FlvTag } from '../ffmpeg/flv.ts';
import { type AacConfig, usualAacConfig } from '../packager/aac.ts';
import { partTarget, targetOf } from '../packager/packager.ts';
import { LadderProcess, ladderRungs } from './ladder-process.ts';
import { type Boundary, RungVideo } from './rung-video.ts';

export interface LadderOptions {
  videoId: string;
  epochMs: number;
  now: () => number;
  steady: () => number;
  /** It has ended, and begins again with a segment of the source. */
  onError: (error: unknown) => void;
}

/** The source, as it is when a segment of it has ended. */
export interface LadderSource {
  nextMsn: number;
  discontinuities: number;
  height: number;
  target: number | undefined;
  generation: number;
}

const [shortestPauseMs, longestPauseMs] = [1_000, 60_000];
/** Only the source is recorded: on a rung, viewers go back as far as the memory reaches. */
const unrecorded = { recorded: [], dvrSeconds: 0, recordingOf: () => 'lost' as const };

interface Run {
  process: LadderProcess;
  rungs: ReadonlyMap<string, RungVideo>;
  sinceMs: number;
}

export class Ladder {
  readonly #options: LadderOptions;
  #videoConfig: Buffer | undefined;
  #audio = usualAacConfig;
  #source: LadderSource | undefined;
  #run: Run | undefined;
  #runs = 0;
  #pauseMs = shortestPauseMs;
  #notBeforeMs = 0;

  constructor(options: LadderOptions) {
    this.#options = options;
  }

  /** Of the process, while there is one. */
  get pid(): number | undefined {
    return this.#run?.process.pid;
  }

  video(rung: string): LiveVideo | undefined {
    return this.#run?.rungs.get(rung)?.video;
  }

  /** @param source the master playlist of the source. @returns it with the rungs that can be played. */
  async masterPlaylist(source: string): Promise<string> {
    const ready = [...(this.#run?.rungs.values() ?? [])].filter(({ hasSegment }) => hasSegment);
    const texts = await Promise.all(ready.map(({ video }) => video.masterPlaylist()));
    const variants = texts.map((text = '') => text.slice(Math.max(0, text.indexOf('#EXT-X-STREAM-INF'))));
    return [source, ...variants].join('');
  }

  /** A configuration of the feed: what was made of another one does not go on. @param body of its message. */
  onVideoConfig(body: Buffer) {
    this.#attempt(() => {
      if (this.#videoConfig?.equals(body)) return;
      this.#videoConfig = Buffer.from(body);
      this.stop();
    });
  }

  /** The format of the sound that comes, or of the silence in its place. */
  onAudioConfig(config: AacConfig) {
    this.#attempt(() => {
      if (this.#audio.record.equals(config.record)) return;
      this.#audio = config;
      this.stop();
    });
  }

  /** A segment of the source has ended: the next frame begins the next one. */
  onSegment(source: LadderSource) {
    this.#source = source;
  }

  /** Sound is not transcoded: each rung has that of the source. */
  onSound(ms: number, bytes: Buffer) {
    this.#attempt(() => {
      if (this.#run) for (const rung of this.#run.rungs.values()) rung.onSound(ms, bytes);
    });
  }

  onVideo(tag: FlvTag, frame: { isKey: boolean; compositionMs: number }) {
    this.#attempt(() => this.#onVideo(tag, frame));
  }

  /** Whatever fails in it ends the smaller pictures, never the feed that calls it. */
  #attempt(act: () => void) {
    attempt(act, (error) => this.#fail(error));
  }

  #onVideo(tag: FlvTag, frame: { isKey: boolean; compositionMs: number }) {
    const source = this.#source;
    if (source !== undefined) {
      this.#source = undefined;
      const boundary = { msn: source.nextMsn, ms: tag.ms + frame.compositionMs };
      if (this.#run) for (const rung of this.#run.rungs.values()) rung.addBoundary(boundary);
      else if (frame.isKey) this.#start(source, boundary);
    }
    this.#run?.process.write(tag);
  }

  /** Until the next segment of the source. */
  stop() {
    this.#source = undefined;
    this.#run?.process[Symbol.dispose]();
    this.#run = undefined;
  }

  /** Nothing more comes: players that have a rung open learn it there. */
  end() {
    this.#attempt(() => {
      this.#run?.process[Symbol.dispose]();
      for (const { video } of this.#run?.rungs.values() ?? []) video.end();
    });
  }

  #start({ height, target, discontinuities, generation }: LadderSource, { msn }: Boundary) {
    const { videoId, epochMs, now, steady } = this.#options;
    const made = ladderRungs.filter((rung) => rung.height < height);
    const video = this.#videoConfig;
    if (steady() < this.#notBeforeMs || made.length === 0 || video === undefined) return;
    this.#runs += 1;
    const rungs = made.map(({ name: rung }) => {
      const options = { videoId, epochMs, partTarget, target, targetOf, now, steady, generation, rung };
      const first = { firstNumber: msn, firstDiscontinuity: discontinuities, firstInit: this.#runs };
      return [
        rung,
        new RungVideo({ ...options, ...first, ...unrecorded, audio: this.#audio }, () =>
          this.#fail(new Error('a rung lost the source')),
        ),
      ] as const;
    });
    const process = new LadderProcess({
      rungs: made,
      onTag: (index, tag) => rungs[index]?.[1].onTag(tag),
      onExit: (reason) => this.#fail(new Error(reason)),
    });
    this.#run = { process, rungs: new Map(rungs), sinceMs: steady() };
    process.write({ type: 9, ms: 0, body: video });
  }

  #fail(error: unknown) {
    const nowMs = this.#options.steady();
    if (this.#run && nowMs - this.#run.sinceMs > longestPauseMs) this.#pauseMs = shortestPauseMs;
    this.#notBeforeMs = nowMs + this.#pauseMs;
    this.#pauseMs = Math.min(longestPauseMs, 2 * this.#pauseMs);
    this.#options.onError(error);
    this.stop();
  }
}
