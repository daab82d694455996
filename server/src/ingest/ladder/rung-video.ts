/** One rung of a ladder as viewers load it: what ffmpeg returns, cut where the source is cut, under the same numbers. */
import { LiveVideo, type LiveVideoOptions } from '../../media/origin/videos/live-video.ts';
import type { FlvTag } from '../ffmpeg/flv.ts';
import type { AacConfig } from '../packager/aac.ts';
import { Packager, type PackagerEvent } from '../packager/packager.ts';
import { readVideoTag } from '../rtmp/flv-tags.ts';

/** Where a segment of the source begins, on the time of the stream, as viewers see it. */
export interface Boundary {
  msn: number;
  ms: number;
}

/** Frames of sound before the first picture. */
const mostEarly = 500;
/** Times in milliseconds are rounded twice on their way. */
const toleratedMs = 5;

export class RungVideo {
  readonly video: LiveVideo;
  readonly #packager: Packager;
  readonly #boundaries: Boundary[] = [];
  readonly #onLost: () => void;
  readonly #early: Array<{ ms: number; bytes: Buffer }> = [];
  #isBegun = false;
  hasSegment = false;

  /** @param onLost it no longer follows the source. */
  constructor(options: LiveVideoOptions & { generation: number; audio: AacConfig }, onLost: () => void) {
    this.video = new LiveVideo(options);
    this.video.generation = options.generation;
    this.#onLost = onLost;
    const { target, audio } = options;
    this.#packager = new Packager((event) => this.#add(event), {
      target,
      audio,
      isCut: (ms) => this.#isCut(ms),
    });
    this.#packager.configureAudio(audio.record);
  }

  addBoundary(boundary: Boundary) {
    this.#boundaries.push(boundary);
  }

  onTag({ type, ms, body }: FlvTag) {
    if (type !== 9) return;
    const tag = readVideoTag(body);
    if (tag.kind === 'config') this.#packager.configureVideo(tag.record);
    if (tag.kind !== 'frame') return;
    this.#packager.pushVideo({ ...tag, ms });
    for (const sound of this.#early.splice(0)) this.#packager.pushAudio(sound.ms, sound.bytes);
    this.#isBegun = true;
  }

  /** Of the source. It is there before the picture, which ffmpeg makes. */
  onSound(ms: number, bytes: Buffer) {
    if (this.#isBegun) this.#packager.pushAudio(ms, bytes);
    else if (this.#early.length < mostEarly) this.#early.push({ ms, bytes });
  }

  #isCut(ms: number): boolean {
    let cuts = 0;
    while (this.#boundaries[0] && ms >= this.#boundaries[0].ms - toleratedMs) {
      this.#boundaries.shift();
      cuts += 1;
    }
    // Two at once: a segment of the source has no frame here, and the numbers no longer fit.
    if (cuts > 1) this.#onLost();
    return cuts > 0;
  }

  #add(event: PackagerEvent) {
    if (event.kind === 'init') this.video.addInit(event);
    else if (event.kind === 'part') this.video.addPart(event);
    else if (event.kind === 'segment')
      this.hasSegment = this.video.endSegment(event) !== undefined || this.hasSegment;
  }
}
