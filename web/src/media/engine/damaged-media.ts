/**
 * Media that could not be decoded (docs/product.md, 16.19). For hls.js a span of it is a gap of the playlist: it is not
 * loaded, and playing goes on behind it. Dates outlive a rebuild, so the place stops nobody a second time.
 */
import type Hls from 'hls.js';
import type { Fragment, LevelDetails, MediaFragment } from 'hls.js';

/** A decoder is this far ahead of the shown picture, at most. */
const decodedAheadS = 0.3;
/** Of a fragment that still grows, at least. */
const shortestS = 0.5;

/** In milliseconds since 1970, or of the playlist where it has no dates. */
interface Span {
  level: number;
  from: number;
  until: number;
}

type Details = Pick<LevelDetails, 'fragments' | 'fragmentHint' | 'live'>;

export class DamagedMedia {
  readonly #spans: Span[] = [];
  /** The number of the last fragment to step over, until playing goes on behind it. */
  #until: number | null = null;

  /**
   * The last frame stays, and the playlist is read on until `goOn` finds what comes behind.
   * @param place of the picture and, where hls.js names it, of the fragment.
   * @returns the playlist; null when it does not have the place.
   */
  stepOver(
    hls: Hls,
    { position, fragment }: { position: number; fragment: Fragment | undefined },
    count: number,
  ) {
    const details = hls.levels[fragment?.level ?? hls.currentLevel]?.details ?? hls.latestLevelDetails;
    const [at, aheadS] = fragment ? [fragment.start, 0] : [position, decodedAheadS];
    this.#until = details && this.add(details, at, count, aheadS);
    if (this.#until === null) return null;
    hls.pauseBuffering();
    return details;
  }

  /** Call it for each playlist. @param edge where live goes on at least; 0 for a viewer who has gone back. */
  goOn(hls: Hls, details: LevelDetails, edge = 0) {
    const behind = this.#until === null ? null : startBehind(details, this.#until);
    if (behind === null) return;
    this.#until = null;
    hls.recoverMediaError();
    hls.resumeBuffering();
    hls.startLoad(details.live ? Math.max(behind, edge) : behind);
  }

  endStep() {
    this.#until = null;
  }

  /**
   * @param position where the picture stood, in seconds on the element's clock.
   * @param aheadS how much further the decoder may have been.
   * @param count of fragments of a recording to step over; one more where the decoder was in the next one already.
   * @returns the number of the last fragment to step over; null when the playlist does not have the position.
   */
  add(details: Details, position: number, count: number, aheadS = decodedAheadS): number | null {
    const all = fragmentsOf(details);
    const first = all.findIndex(({ end }) => end > position);
    const decoded = all.findIndex(({ end }) => end > position + aheadS);
    // What a camera sends next may be whole, and there is nothing to step over yet.
    const more = details.live ? 0 : count - 1;
    const [from, last] = [all[first], all[(decoded < 0 ? first : decoded) + more] ?? all.at(-1)];
    if (from === undefined || last === undefined) return null;
    const until = startOf(last) + 1000 * Math.max(last.duration, shortestS);
    this.#spans.push({ level: from.level, from: startOf(from), until });
    this.mark(details);
    return last.sn;
  }

  /** Call it for each playlist, before hls.js chooses a fragment of it. */
  mark(details: Details) {
    if (this.#spans.length === 0) return;
    for (const fragment of fragmentsOf(details)) {
      if (!this.#isDamaged(fragment)) continue;
      fragment.gap = true;
      // Without the tag, hls.js would try to load it once more.
      if (!fragment.tagList.some(([tag]) => tag === 'GAP')) fragment.tagList.push(['GAP']);
    }
  }

  #isDamaged(fragment: MediaFragment) {
    // Half a fragment of tolerance: hls.js corrects what a playlist says by what it has loaded.
    const middle = startOf(fragment) + 500 * Math.max(fragment.duration, shortestS);
    return this.#spans.some(
      ({ level, from, until }) => level === fragment.level && from < middle && middle < until,
    );
  }
}

/** @returns where the media behind this fragment begins; null while a live playlist does not have any of it. */
export function startBehind(details: Details & Pick<LevelDetails, 'edge'>, number: number): number | null {
  const next = fragmentsOf(details).find(({ sn, duration }) => sn > number && duration > 0);
  return next?.start ?? (details.live ? null : details.edge);
}

function fragmentsOf({ fragments, fragmentHint }: Details): MediaFragment[] {
  return fragmentHint ? [...fragments, fragmentHint] : fragments;
}

function startOf({ programDateTime, start }: MediaFragment) {
  return programDateTime ?? start * 1000;
}
