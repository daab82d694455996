/**
 * HLS by hls.js. Its state says whether it loads: a paused player sends no requests. Three parts have states of their
 * own: the newest address (`newest-address.ts`), the place to start at (`start-place.ts`) and the recovery from a
 * *fault*, an error that hls.js cannot recover from (`recovery.ts`). A rebuild replaces hls.js, and keeps all of them
 * and what is known to be damaged (`damaged-media.ts`).
 */
import type Hls from 'hls.js';
import type { ErrorData, Fragment, LevelDetails } from 'hls.js';
import { DamagedMedia } from './damaged-media.ts';
import type { Engine, EngineEvents, EngineSource, Moment } from './engine.ts';
import { type FirstMedia, firstMediaLoader } from './first-media.ts';
import { createFrozenPicture } from './frozen-picture.ts';
import { hlsConfig, policiesFor } from './hls-config.ts';
import { faultOf, faultOfElement, figuresOf, windowOf } from './hls-faults.ts';
import { createLiveLatency } from './live-latency.ts';
import type { HlsConstructor } from './load-hls.ts';
import { NewestAddress } from './newest-address.ts';
import type { PlayerError } from './player-error.ts';
import { positionAt } from './position-at.ts';
import { watchLength } from './recording-length.ts';
import { Recovery } from './recovery.ts';
import type { Fault } from './recovery-ladder.ts';
import { SegmentsAhead } from './segments-ahead.ts';
import { createStallDetector } from './stall-detector.ts';
import { StartPlace } from './start-place.ts';
import { createStartWatch } from './start-watch.ts';

const now = () => performance.now();

export class HlsEngine implements Engine {
  readonly #HlsBuild: HlsConstructor;
  readonly #video: HTMLVideoElement;
  readonly #source: EngineSource;
  readonly #events: EngineEvents;
  readonly #address: NewestAddress;
  readonly #place: StartPlace;
  readonly #latency;
  readonly #start;
  readonly #isStuck;
  readonly #frozen;
  readonly #noteLength;
  readonly #ahead;
  readonly #damaged = new DamagedMedia();
  readonly #life = new AbortController();
  readonly #recovery: Recovery;
  #state: 'loading' | 'paused' | 'destroyed' = 'loading';
  #hls: Hls;
  #media: FirstMedia | undefined;
  #selectedLevel: number | null = null;
  #hasMedia = false;
  #newestFragment: Fragment['sn'] | undefined;
  /** The picture of the last fault, where it stood and when it was taken, and its fragment, where that is known. */
  #shown: { position: number; date: Date | null } = { position: 0, date: null };
  #faulty: Fragment | undefined;

  constructor(HlsBuild: HlsConstructor, video: HTMLVideoElement, source: EngineSource, events: EngineEvents) {
    this.#HlsBuild = HlsBuild;
    this.#video = video;
    this.#source = source;
    this.#events = events;
    this.#address = new NewestAddress(source);
    this.#ahead = new SegmentsAhead(HlsBuild, video, (url) => this.#address.withToken(url));
    this.#place = new StartPlace(video, source.startsAt);
    this.#latency = createLiveLatency(video, now);
    this.#start = createStartWatch(video, now);
    this.#isStuck = createStallDetector(video, now);
    this.#frozen = createFrozenPicture(video, () => this.#recover('media', new Error('It is frozen')));
    this.#noteLength = watchLength(events.onChanged);
    this.#media = source.media;
    video.addEventListener('error', () => this.#onElementError(), { signal: this.#life.signal });
    this.#recovery = new Recovery({
      onFault: () => this.#noteShown(),
      onReconnecting: events.onReconnecting,
      isLoadingWanted: () => this.#state === 'loading',
      stopLoad: () => this.#hls.stopLoad(),
      resume: () => this.#resume(),
      recoverMedia: () => this.#hls.recoverMediaError(),
      stepOver: (fragments) => this.#stepOver(fragments),
      rebuild: () => this.#rebuild(),
      renew: () => this.#address.renew(),
      giveUp: (error) => this.#giveUp(error),
    });
    this.#hls = this.#open(-1);
  }

  setUrl(url: string) {
    this.#address.set(url);
  }

  startLoad(atEdge = false) {
    this.#place.setEdge(atEdge);
    if (this.#state !== 'paused') return;
    this.#state = 'loading';
    this.#latency.onStart();
    if (this.#recovery.isReady()) this.#resume();
  }

  stopLoad() {
    if (this.#state === 'loading') this.#state = 'paused';
    this.#recovery.pause();
    this.#hls.stopLoad();
  }

  goTo(moment: Moment) {
    this.#place.setMoment(moment);
    // The playlist of a recording stays as it is and is not read again.
    const details = this.#hls.latestLevelDetails;
    if (details?.live === false) this.#place.goToMoment(details);
  }

  selectLevel(index: number | null) {
    this.#selectedLevel = index;
    this.#hls.nextLevel = index ?? -1;
  }

  window() {
    return windowOf(this.#hls.latestLevelDetails, this.#hls.targetLatency);
  }

  figures() {
    return figuresOf(this.#hls);
  }

  positionOf(takenAt: number) {
    const fragments = this.#hls.latestLevelDetails?.fragments ?? [];
    const { programDateTime = null, duration = 0 } = fragments.at(-1) ?? {};
    const isShown = programDateTime !== null && takenAt < programDateTime + duration * 1_000;
    return isShown ? positionAt(fragments, takenAt) : null;
  }

  destroy() {
    if (this.#state === 'destroyed') return;
    this.#state = 'destroyed';
    this.#recovery.end();
    this.#frozen.end();
    this.#life.abort();
    this.#hls.destroy();
  }

  #open(startPosition: number) {
    const HlsBuild = this.#HlsBuild;
    const handed = this.#media && {
      loader: firstMediaLoader(HlsBuild.DefaultConfig.loader, this.#media),
    };
    const hls = new HlsBuild({
      ...hlsConfig,
      ...handed,
      lowLatencyMode: this.#latency.usesParts(),
      startPosition,
      xhrSetup: (xhr, url) => this.#openRequest(xhr, url),
    });
    this.#latency.onStart();
    if (startPosition < 0) this.#latency.onOpen();
    this.#listen(hls);
    hls.attachMedia(this.#video);
    hls.loadSource(this.#address.url);
    return hls;
  }

  #listen(hls: Hls) {
    const { Events } = this.#HlsBuild;
    hls.on(Events.ERROR, (_, data) => this.#onError(data));
    hls.on(Events.MANIFEST_PARSED, () => this.#onManifest(hls));
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => this.#events.onLevel(level < 0 ? null : level));
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => this.#onUpdate(hls, details));
    hls.on(Events.LEVEL_LOADED, (_, { details }) => this.#onPlaylist(hls, details));
    hls.on(Events.FRAG_LOADING, this.#start.onAsked);
    hls.on(Events.FRAG_LOADED, (_, { frag, part }) => this.#onFragment(frag.sn, (part ?? frag).stats));
    hls.on(Events.FRAG_PARSED, (_, { frag }) => noteEnd(frag));
    hls.on(Events.FRAG_BUFFERED, () => this.#onBuffered(hls));
  }

  /** Runs before every request. Renews an expired token first, for example after the computer slept. */
  async #openRequest(xhr: XMLHttpRequest, url: string) {
    // If that fails, the server refuses the expired token, and the ladder decides.
    if (this.#address.isExpired()) await this.#address.renew().catch(() => {});
    if (this.#state !== 'destroyed') xhr.open('GET', this.#address.withToken(url), true);
  }

  #onManifest(hls: Hls) {
    this.#events.onLevels(
      hls.levels.map(({ height, bitrate }, index) => ({ index, height, bandwidth: bitrate })),
    );
    if (this.#selectedLevel !== null) hls.nextLevel = this.#selectedLevel;
    else this.#startWithHanded(hls);
    if (this.#state !== 'loading') hls.stopLoad();
  }

  /** The rung whose playlist is here already. */
  #startWithHanded(hls: Hls) {
    const urls = this.#media?.playlists.map(({ url }) => url) ?? [];
    const level = hls.levels.findIndex(({ uri }) => urls.includes(uri));
    if (level >= 0) hls.startLevel = level;
    this.#media = undefined;
  }

  #onUpdate(hls: Hls, details: LevelDetails) {
    this.#damaged.mark(details);
    if (this.#state !== 'loading') return;
    const position = this.#place.firstPosition(details);
    if (position === null) return;
    this.#latency.onMoment();
    hls.startLoad(position);
  }

  #onPlaylist(hls: Hls, details: LevelDetails) {
    Object.assign(hls.config, policiesFor(details, this.#latency.isLate()));
    this.#latency.onPlaylist(hls, details);
    const isLoadedAhead = details.live && this.#latency.isLate() && this.#state === 'loading';
    if (isLoadedAhead) this.#ahead.onPlaylist(hls, details);
    this.#goBehind(details);
    this.#noteLength(details);
    this.#place.goToMoment(details);
    const idle = details.live && this.#state === 'loading' && this.#start.fault(details);
    if (idle) this.#recover(idle.fault, new Error('No fragment is asked for'), idle.fragment);
    this.#place.goToEdge(windowOf(details, hls.targetLatency));
  }

  /** Parts of one fragment count once: several of them arrive at the start, before the first picture. */
  #onFragment(number: Fragment['sn'], stats: Fragment['stats'] | undefined) {
    this.#start.onAnswered();
    if (stats) this.#latency.onAnswer(this.#hls, stats.loading.first - stats.loading.start);
    if (number === this.#newestFragment) return;
    this.#newestFragment = number;
    if (this.#isStuck()) this.#recover('media', new Error('The picture is stuck'));
  }

  #onBuffered(hls: Hls) {
    this.#place.goToMoment(hls.latestLevelDetails);
    this.#hasMedia = true;
    this.#recovery.onProgress();
  }

  #onError(data: ErrorData) {
    if (data.frag) this.#start.onAnswered();
    if (data.details === this.#HlsBuild.ErrorDetails.BUFFER_STALLED_ERROR) {
      this.#latency.onStall(this.#hls);
      this.#frozen.onStall();
    }
    const fault = faultOf(data, { isRecording: this.#source.isRecording, hasMedia: this.#hasMedia });
    if (fault !== null) this.#recover(fault, data.error, data.frag);
  }

  /** hls.js does not recover from an error of the element. A paused one is recovered when it starts again. */
  #onElementError() {
    const { error } = this.#video;
    const fault = error && faultOfElement(error, this.#hls.latestLevelDetails?.live !== false);
    if (fault && this.#state === 'loading') this.#recover(fault, new Error(error.message));
  }

  #recover(fault: Fault, cause: Error, faulty?: Fragment) {
    this.#faulty = faulty;
    this.#start.onAnswered();
    this.#recovery.recover(fault, cause);
  }

  #noteShown() {
    // After a first remedy the element may stand at zero.
    const { currentTime: position } = this.#video;
    if (position > 0) this.#shown = { position, date: this.#hls.playingDate };
  }

  #resume() {
    if (this.#state !== 'loading') return;
    if (this.#video.error) return this.#onElementError();
    this.#start.onAnswered();
    // Without levels the master playlist has not loaded, and startLoad would not request it again.
    if (this.#hls.levels.length === 0) this.#hls.loadSource(this.#address.url);
    else this.#hls.startLoad();
  }

  #stepOver(count: number) {
    const { position } = this.#shown;
    const details = this.#damaged.stepOver(this.#hls, { position, fragment: this.#faulty }, count);
    if (details) this.#goBehind(details);
    else this.#rebuild();
  }

  #goBehind(details: LevelDetails) {
    const edge = this.#source.followsEdge?.() === false ? 0 : this.window()?.end;
    if (this.#state === 'loading') this.#damaged.goOn(this.#hls, details, edge);
  }

  /** A live stream restarts at its edge or, for a viewer who had gone back, where it was; a recording at its picture. */
  #rebuild() {
    const isReplay = this.#hls.latestLevelDetails?.live === false;
    const { position, date } = this.#shown;
    const isFound = date !== null && (isReplay || this.#source.followsEdge?.() === false);
    // By date: another start has another clock, and a trimmed recording other times.
    if (isFound) this.#place.setMoment({ takenAt: date.getTime() });
    this.#damaged.endStep();
    this.#hls.destroy();
    this.#hls = this.#open(isReplay && !isFound ? position : -1);
  }

  #giveUp(error: PlayerError) {
    this.destroy();
    this.#events.onFailed(error);
  }
}

/**
 * hls.js 1.7.4 writes no `endDTS` for a fragment of parts, but needs it: a buffer that ends a microsecond before the fragment
 * (each 8 s at 48 kHz) counts as inside it, and after a back buffer was removed no part of the next one was asked for.
 */
function noteEnd(frag: Fragment) {
  frag.endDTS ??= frag.end;
}
