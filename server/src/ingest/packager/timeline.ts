/**
 * Places the timestamps of an encoder on the time of the stream: milliseconds since its first frame, by the wall clock, over all
 * reconnects. What an encoder says of the distance between picture and sound is kept; what no clock can mean is not:
 * a track that jumps goes on where it was, and two clocks are brought together when they arrive.
 */

export type TrackName = 'video' | 'audio';

/** More than a buffered encoder catches up with; a feed that is silent for this long is interrupted. */
const longestStepMs = 3_000;
/** Frames that come late were delayed on their way, and may be ahead of the clock by this when they catch up. */
const aheadMs = 500;
/** A frame is no later than this where its clock is right. */
const longestDelayMs = 1_000;
/** Encoders round, and some reorder: a longer way back is another clock. */
const toleratedBackMs = 100;

interface Track {
  timestamp: number;
  ms: number;
  wallMs: number;
  /** Tracks with the same number have timestamps of the same clock. */
  clock: number;
}

export class Timeline {
  readonly #tracks: Partial<Record<TrackName, Track>> = {};
  readonly #startMs: number;
  #clocks = 0;
  jumps = 0;
  /** Milliseconds of media in a millisecond of timestamps: not 1 where the encoder's clock is slow or fast. */
  rate = 1;

  /** @param startMs the place of the first timestamp. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Of the picture, or of the sound where no picture came yet. */
  get latestMs(): number {
    return (this.#tracks.video ?? this.#tracks.audio)?.ms ?? this.#startMs;
  }

  /**
   * @param timestamp 32 bits of milliseconds, by the encoder's clock. @param wallMs the time of the stream by the wall clock.
   * @returns the place in milliseconds.
   */
  place(name: TrackName, timestamp: number, wallMs: number): number {
    const other = this.#tracks[name === 'video' ? 'audio' : 'video'];
    const track = this.#tracks[name];
    const placed =
      track === undefined
        ? this.#first(other, timestamp, wallMs)
        : this.#next(track, other, { timestamp, wallMs });
    this.#tracks[name] = { timestamp, wallMs, ...placed };
    return placed.ms;
  }

  #first(other: Track | undefined, timestamp: number, wallMs: number) {
    if (other === undefined) return { ms: this.#startMs, clock: 0 };
    const distance = stepBetween(other.timestamp, timestamp);
    if (Math.abs(distance) < longestStepMs)
      return { ms: other.ms + distance * this.rate, clock: other.clock };
    // Two clocks: picture and sound of the same moment arrive together.
    this.#clocks += 1;
    return { ms: other.ms + wallMs - other.wallMs, clock: this.#clocks };
  }

  #next(track: Track, other: Track | undefined, { timestamp, wallMs }: Pick<Track, 'timestamp' | 'wallMs'>) {
    const { clock } = track;
    const isSameClock = other === undefined || other.clock === clock;
    const step = stepBetween(track.timestamp, timestamp) * (isSameClock ? this.rate : 1);
    const ms = track.ms + step;
    const passedMs = wallMs - track.wallMs;
    const isStep = step >= -toleratedBackMs && (step <= longestStepMs || ms <= wallMs + aheadMs);
    const besideMs = other && other.ms + wallMs - other.wallMs;
    const isApart = besideMs !== undefined && Math.abs(ms - besideMs) > longestStepMs + longestDelayMs;
    if (isStep && !isApart) return { ms, clock };
    // Two clocks that drift apart: the one that is behind comes along.
    if (isStep && Math.abs(step - passedMs) < longestDelayMs) {
      if (besideMs === undefined || ms > besideMs) return { ms, clock };
      return { ms: besideMs, clock: this.#jump() };
    }
    if (other && other.clock > clock) {
      // The encoder counts anew, and the other track was first to say so.
      const distance = stepBetween(other.timestamp, timestamp);
      if (Math.abs(distance) < longestStepMs)
        return { ms: Math.max(track.ms + 1, other.ms + distance * this.rate), clock: other.clock };
    }
    return { ms: track.ms + Math.max(1, passedMs), clock: this.#jump() };
  }

  #jump(): number {
    this.jumps += 1;
    this.#clocks += 1;
    return this.#clocks;
  }
}

/** As signed 32 bits, so that the wrap after 49 days is a step like any other. */
function stepBetween(from: number, to: number): number {
  return (to - from) | 0;
}
