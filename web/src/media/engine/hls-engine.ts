/**
 * HLS by hls.js. Its state says whether it loads: a paused player sends no requests. Three parts have states of their
 * own: the newest address (`newest-address.ts`), the place to start at (`start-place.ts`) and the recovery from a
 * *fault*, an error that hls.js cannot recover from (`recovery.ts`). A rebuild replaces hls.js, and keeps all of them.
 */
import type Hls from 'hls.js';
import type { ErrorData, Fragment, LevelDetails } from 'hls.js';
import type { Engine, EngineEvents, EngineSource, Moment } from './engine.ts';
import { type FirstMedia, firstMediaLoader } from './first-media.ts';
import { fragLoadPolicies, hlsConfig, playlistLoadPolicies } from './hls-config.ts';
import { faultOf, windowOf } from './hls-faults.ts';
import { createLiveLatency } from './live-latency.ts';
import type { HlsConstructor } from './load-hls.ts';
import { NewestAddress } from './newest-address.ts';
import type { PlayerError } from './player-error.ts';
import { Recovery } from './recovery.ts';
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
  readonly #recovery: Recovery;
  #state: 'loading' | 'paused' | 'destroyed' = 'loading';
  #hls: Hls;
  /** For the first hls.js alone: another start is another time. */
  #media: FirstMedia | undefined;
  #selectedLevel: number | null = null;
  #hasMedia = false;
  #newestFragment: Fragment['sn'] | undefined;
  /** When the picture of the last fault was taken. */
  #shownDate: Date | null = null;

  constructor(HlsBuild: HlsConstructor, video: HTMLVideoElement, source: EngineSource, events: EngineEvents) {
    this.#HlsBuild = HlsBuild;
    this.#video = video;
    this.#source = source;
    this.#events = events;
    this.#address = new NewestAddress(source);
    this.#place = new StartPlace(video, source.startsAt);
    this.#latency = createLiveLatency(video, now);
    this.#start = createStartWatch(video, now);
    this.#isStuck = createStallDetector(video, now);
    this.#media = source.media;
    this.#recovery = new Recovery({
      onFault: () => this.#noteShownDate(),
      onReconnecting: events.onReconnecting,
      isLoadingWanted: () => this.#state === 'loading',
      stopLoad: () => this.#hls.stopLoad(),
      resume: () => this.#resume(),
      recoverMedia: () => this.#hls.recoverMediaError(),
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
    const { playingDate, latestLevelDetails, latency, bandwidthEstimate } = this.#hls;
    return {
      takenAt: playingDate?.getTime() ?? null,
      latency: latestLevelDetails?.live && latency > 0 ? latency : null,
      network: Number.isFinite(bandwidthEstimate) ? bandwidthEstimate : null,
    };
  }

  destroy() {
    if (this.#state === 'destroyed') return;
    this.#state = 'destroyed';
    this.#recovery.end();
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
    hls.on(Events.FRAG_LOADED, (_, { frag }) => this.#onFragment(frag.sn));
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
    if (this.#state !== 'loading') return;
    const position = this.#place.firstPosition(details);
    if (position === null) return;
    this.#latency.onMoment();
    hls.startLoad(position);
  }

  #onPlaylist(hls: Hls, details: LevelDetails) {
    hls.config.fragLoadPolicy = details.live ? fragLoadPolicies.live : fragLoadPolicies.recorded;
    hls.config.playlistLoadPolicy = playlistLoadPolicies[details.partHoldBack > 0 ? 'parts' : 'whole'];
    this.#latency.onPlaylist(hls, details);
    this.#place.goToMoment(details);
    if (details.live && this.#state === 'loading' && this.#start.hasGivenUp())
      this.#recovery.recover('network', new Error('No fragment is asked for'));
    this.#place.goToEdge(windowOf(details, hls.targetLatency));
  }

  /** Parts of one fragment count once: several of them arrive at the start, before the first picture. */
  #onFragment(number: Fragment['sn']) {
    this.#start.onAnswered();
    if (number === this.#newestFragment) return;
    this.#newestFragment = number;
    if (this.#isStuck()) this.#recovery.recover('media', new Error('The picture is stuck'));
  }

  #onBuffered(hls: Hls) {
    this.#place.goToMoment(hls.latestLevelDetails);
    this.#hasMedia = true;
    this.#recovery.onProgress();
  }

  #onError(data: ErrorData) {
    if (data.frag) this.#start.onAnswered();
    if (data.details === this.#HlsBuild.ErrorDetails.BUFFER_STALLED_ERROR) this.#latency.onStall(this.#hls);
    const fault = faultOf(data, this.#source.isRecording === true && !this.#hasMedia);
    if (fault !== null) this.#recovery.recover(fault, data.error);
  }

  #noteShownDate() {
    // After a first remedy the element may stand at zero.
    if (this.#video.currentTime > 0) this.#shownDate = this.#hls.playingDate;
  }

  #resume() {
    if (this.#state !== 'loading') return;
    this.#start.onAnswered();
    // Without levels the master playlist has not loaded, and startLoad would not request it again.
    if (this.#hls.levels.length === 0) this.#hls.loadSource(this.#address.url);
    else this.#hls.startLoad();
  }

  /** A live stream restarts at its edge or, for a viewer who had gone back, where it was; a recording at its position. */
  #rebuild() {
    const isReplay = this.#hls.latestLevelDetails?.live === false;
    const position = isReplay ? this.#video.currentTime : -1;
    // By date: another start has another clock.
    if (!isReplay && this.#shownDate && this.#source.followsEdge?.() === false)
      this.#place.setMoment({ takenAt: this.#shownDate.getTime() });
    this.#hls.destroy();
    this.#hls = this.#open(position);
  }

  #giveUp(error: PlayerError) {
    this.destroy();
    this.#events.onFailed(error);
  }
}

/**
 * hls.js 1.7.4 writes no `endDTS` for a fragment that came in parts, but needs it: a buffer that ends a microsecond before
 * the fragment (each 8 s with sound of 48 kHz) counts as inside it, and after a back buffer was removed no part of the
 * next fragment was asked for.
 */
function noteEnd(frag: Fragment) {
  frag.endDTS ??= frag.end;
}
