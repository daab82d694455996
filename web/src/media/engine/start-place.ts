import type { LevelDetails } from 'hls.js';
import type { Moment, PlayableWindow } from './engine.ts';
import { positionOfMoment } from './position-at.ts';

/**
 * Where playback goes as soon as a playlist says where that is: to a moment, or to the live edge after a pause. A
 * moment that was found wins over the edge. Each is gone to once.
 */
export class StartPlace {
  readonly #video: HTMLVideoElement;
  #moment: Moment | undefined;
  #isEdge = false;

  constructor(video: HTMLVideoElement, moment: Moment | undefined) {
    this.#video = video;
    this.#moment = moment;
  }

  setMoment(moment: Moment) {
    this.#moment = moment;
  }

  setEdge(isEdge: boolean) {
    this.#isEdge = isEdge;
  }

  /**
   * Call it before hls.js loads the edge, so that a viewer who had gone back sees nothing of it.
   * @returns the position to load from, null without one.
   */
  firstPosition(details: LevelDetails): number | null {
    const { currentTime, buffered } = this.#video;
    if (!details.live || currentTime > 0 || buffered.length > 0) return null;
    return this.#find(details);
  }

  goToMoment(details: LevelDetails | null) {
    if (!details) return;
    const { readyState, HAVE_CURRENT_DATA, currentTime } = this.#video;
    // hls.js goes to the edge with the first fragments; before that it would take the viewer back there.
    if (details.live && (readyState < HAVE_CURRENT_DATA || currentTime === 0)) return;
    const position = this.#find(details);
    if (position !== null) this.#video.currentTime = position;
  }

  /** hls.js may have synchronised to the edge of a playlist from before the pause. */
  goToEdge(playable: PlayableWindow | null) {
    if (!this.#isEdge) return;
    this.#isEdge = false;
    if (playable?.isLive) this.#video.currentTime = playable.end;
  }

  #find(details: LevelDetails): number | null {
    if (this.#moment === undefined) return null;
    const position = positionOfMoment(details, this.#moment);
    this.#moment = undefined;
    if (position !== null) this.#isEdge = false;
    return position;
  }
}
