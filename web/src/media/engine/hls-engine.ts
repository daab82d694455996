/**
 * HLS by hls.js. Three terms: the *newest* address is the last signed one, and each request carries its token; a
 * *fault* is an error that hls.js cannot recover from; the ladder chooses a *remedy* for it, which this engine
 * applies. Loading is *wanted* or not: a paused player sends no requests.
 */
import type Hls from 'hls.js';
import type { ErrorData, Fragment, HlsConfig, LevelDetails } from 'hls.js';
import type { Engine, EngineEvents, EngineSource } from './engine.ts';
import { firstMediaLoader } from './first-media.ts';
import { fragLoadPolicies, hlsConfig, playlistLoadPolicies } from './hls-config.ts';
import { errorOf, faultOf, windowOf } from './hls-faults.ts';
import { createLiveLatency } from './live-latency.ts';
import type { HlsConstructor } from './load-hls.ts';
import { PlayerError } from './player-error.ts';
import { positionOfMoment } from './position-at.ts';
import { createRecoveryLadder, type Fault } from './recovery-ladder.ts';
import { createRetryTimer } from './retry-timer.ts';
import { tokenExpiresAt, withNewestToken } from './signed-path.ts';
import { createStallDetector } from './stall-detector.ts';
import { createStartWatch } from './start-watch.ts';
import { leftMs, tokenLife } from './token-life.ts';

export function createHlsEngine(
  HlsBuild: HlsConstructor,
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
): Engine {
  const ladder = createRecoveryLadder(() => performance.now());
  const retry = createRetryTimer();
  const isStuck = createStallDetector(video, () => performance.now());
  const start = createStartWatch(video, () => performance.now());
  const latency = createLiveLatency(video, () => performance.now());
  let newest = source.url;
  let newestLife = lifeOf(newest);
  let { startsAt, media } = source;
  let renewal: Promise<void> | undefined;
  let selectedLevel: number | null = null;
  let isLoadingWanted = true;
  let goesToEdge = false;
  let isReconnecting = false;
  let isRenewing = false;
  let isDestroyed = false;
  let hasMedia = false;
  let newestFragment: Fragment['sn'] | undefined;
  /** When the picture of the last fault was taken. */
  let shownDate: Date | null = null;
  let hls = open(-1);

  function open(startPosition: number) {
    const lowLatencyMode = latency.usesParts();
    const handed = media && { loader: firstMediaLoader(HlsBuild.DefaultConfig.loader, media) };
    const instance = new HlsBuild({ ...hlsConfig, ...handed, lowLatencyMode, startPosition, xhrSetup });
    latency.onStart();
    if (startPosition < 0) latency.onOpen();
    const { Events } = HlsBuild;
    instance.on(Events.ERROR, (_, data) => onError(data));
    instance.on(Events.MANIFEST_PARSED, () => onManifest(instance));
    instance.on(Events.LEVEL_SWITCHED, (_, { level }) => events.onLevel(level < 0 ? null : level));
    instance.on(Events.LEVEL_UPDATED, (_, { details }) => openAtMoment(instance, details));
    instance.on(Events.LEVEL_LOADED, (_, { details }) => onPlaylist(instance, details));
    instance.on(Events.FRAG_LOADING, start.onAsked);
    instance.on(Events.FRAG_LOADED, (_, { frag }) => onFragment(frag.sn));
    instance.on(Events.FRAG_PARSED, (_, { frag }) => noteEnd(frag));
    instance.on(Events.FRAG_BUFFERED, () => onBuffered(instance));
    instance.attachMedia(video);
    instance.loadSource(newest);
    return instance;
  }

  function onManifest(instance: Hls) {
    events.onLevels(
      instance.levels.map(({ height, bitrate }, index) => ({ index, height, bandwidth: bitrate })),
    );
    if (selectedLevel !== null) instance.nextLevel = selectedLevel;
    else startWithHanded(instance);
    if (!isLoadingWanted) instance.stopLoad();
  }

  /** The rung whose playlist is here already. */
  function startWithHanded(instance: Hls) {
    const urls = media?.playlists.map(({ url }) => url) ?? [];
    const level = instance.levels.findIndex(({ uri }) => urls.includes(uri));
    if (level >= 0) instance.startLevel = level;
    // Another start of the engine is another time.
    media = undefined;
  }

  /** Runs before every request. Renews an expired token first, for example after the computer slept. */
  async function xhrSetup(...[xhr, url]: Parameters<NonNullable<HlsConfig['xhrSetup']>>) {
    // If that fails, the server refuses the expired token, and the ladder decides.
    if (newestLife && leftMs(newestLife, Date.now()) <= 0) await renew().catch(() => {});
    if (!isDestroyed) xhr.open('GET', withNewestToken(url, newest), true);
  }

  function setNewest(url: string) {
    newest = url;
    newestLife = lifeOf(url);
  }

  function renew() {
    renewal ??= source
      .renew()
      .then(setNewest)
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  }

  function onPlaylist(instance: Hls, details: LevelDetails) {
    instance.config.fragLoadPolicy = details.live ? fragLoadPolicies.live : fragLoadPolicies.recorded;
    instance.config.playlistLoadPolicy = playlistLoadPolicies[details.partHoldBack > 0 ? 'parts' : 'whole'];
    latency.onPlaylist(instance, details);
    startAtMoment(details);
    if (details.live && isLoadingWanted && !isRecovering() && start.hasGivenUp())
      recover('network', new Error('No fragment is asked for'), resume);
    if (!goesToEdge) return;
    goesToEdge = false;
    // hls.js may have synchronised to the edge of a playlist from before the pause.
    const playable = windowOf(details, instance.targetLatency);
    if (playable?.isLive) video.currentTime = playable.end;
  }

  /** Before hls.js loads the edge, so that a viewer who had gone back sees nothing of it. */
  function openAtMoment(instance: Hls, details: LevelDetails) {
    if (startsAt === undefined || !details.live || !isLoadingWanted || !isEmpty(video)) return;
    const position = positionOfMoment(details, startsAt);
    startsAt = undefined;
    if (position === null) return;
    goesToEdge = false;
    latency.onMoment();
    instance.startLoad(position);
  }

  function startAtMoment(details: LevelDetails | null) {
    if (startsAt === undefined || !details) return;
    // hls.js goes to the edge with the first fragments; before that it would take the viewer back there.
    const isAtStart = video.readyState < video.HAVE_CURRENT_DATA || video.currentTime === 0;
    if (details.live && isAtStart) return;
    const position = positionOfMoment(details, startsAt);
    startsAt = undefined;
    if (position === null) return;
    goesToEdge = false;
    video.currentTime = position;
  }

  /** Parts of one fragment count once: several of them arrive at the start, before the first picture. */
  function onFragment(number: Fragment['sn']) {
    start.onAnswered();
    if (number === newestFragment) return;
    newestFragment = number;
    if (isStuck() && !isRecovering()) recover('media', new Error('The picture is stuck'), resume);
  }

  function onBuffered(instance: Hls) {
    startAtMoment(instance.latestLevelDetails);
    onProgress();
  }

  function onProgress() {
    hasMedia = true;
    ladder.onProgress();
    setReconnecting(false);
  }

  function setReconnecting(value: boolean) {
    if (isReconnecting === value) return;
    isReconnecting = value;
    events.onReconnecting(value);
  }

  function onError(data: ErrorData) {
    if (data.frag) start.onAnswered();
    if (data.details === HlsBuild.ErrorDetails.BUFFER_STALLED_ERROR) latency.onStall(hls);
    const fault = faultOf(data, source.isRecording === true && !hasMedia);
    if (fault === null || isRecovering()) return;
    recover(fault, data.error, resume);
  }

  /** True while a remedy is being applied, or when the engine is destroyed. */
  function isRecovering() {
    return isDestroyed || isRenewing || retry.isPending();
  }

  function recover(fault: Fault, cause: unknown, again: () => void) {
    setReconnecting(true);
    // After a first remedy the element may stand at zero.
    if (video.currentTime > 0) shownDate = hls.playingDate;
    const remedy = ladder.next(fault);
    if (remedy.do === 'give-up') return giveUp(errorOf(fault, cause));
    if (remedy.do === 'recover-media') return hls.recoverMediaError();
    if (remedy.do === 'rebuild') return rebuild();
    hls.stopLoad();
    if (remedy.do === 'renew') void renewAndResume();
    else retry.start(remedy.afterMs, again);
  }

  async function renewAndResume() {
    isRenewing = true;
    try {
      await renew();
      isRenewing = false;
      if (!isDestroyed) resume();
    } catch (error) {
      isRenewing = false;
      // The player was paused meanwhile, for example because another page plays. Its next start authorises again.
      if (isDestroyed || !isLoadingWanted) return;
      if (error instanceof PlayerError) giveUp(error);
      else recover('network', error, () => void renewAndResume());
    }
  }

  function resume() {
    if (!isLoadingWanted) return;
    start.onAnswered();
    // Without levels the master playlist has not loaded, and startLoad would not request it again.
    if (hls.levels.length === 0) hls.loadSource(newest);
    else hls.startLoad();
  }

  /** A live stream restarts at its edge or, for a viewer who had gone back, where it was; a recording at its position. */
  function rebuild() {
    const isReplay = hls.latestLevelDetails?.live === false;
    const position = isReplay ? video.currentTime : -1;
    // By date: another start has another clock.
    if (!isReplay && shownDate && source.followsEdge?.() === false)
      startsAt = { takenAt: shownDate.getTime() };
    hls.destroy();
    hls = open(position);
  }

  function giveUp(error: PlayerError) {
    setReconnecting(false);
    destroy();
    events.onFailed(error);
  }

  function destroy() {
    if (isDestroyed) return;
    isDestroyed = true;
    retry.cancel();
    hls.destroy();
  }

  return {
    setUrl: setNewest,
    startLoad(atEdge = false) {
      goesToEdge = atEdge;
      if (isLoadingWanted) return;
      isLoadingWanted = true;
      latency.onStart();
      if (!isRecovering()) resume();
    },
    goTo(moment) {
      startsAt = moment;
      // The playlist of a recording stays as it is and is not read again.
      const details = hls.latestLevelDetails;
      if (details?.live === false) startAtMoment(details);
    },
    stopLoad() {
      isLoadingWanted = false;
      retry.cancel();
      hls.stopLoad();
      setReconnecting(false);
    },
    selectLevel(index) {
      selectedLevel = index;
      hls.nextLevel = index ?? -1;
    },
    window: () => windowOf(hls.latestLevelDetails, hls.targetLatency),
    figures: () => ({
      takenAt: hls.playingDate?.getTime() ?? null,
      latency: hls.latestLevelDetails?.live && hls.latency > 0 ? hls.latency : null,
      network: Number.isFinite(hls.bandwidthEstimate) ? hls.bandwidthEstimate : null,
    }),
    destroy,
  };
}

/**
 * hls.js 1.7.4 writes no `endDTS` for a fragment that came in parts, but needs it: a buffer that ends a microsecond before
 * the fragment (each 8 s with sound of 48 kHz) counts as inside it, and after a back buffer was removed no part of the
 * next fragment was asked for.
 */
function noteEnd(frag: Fragment) {
  frag.endDTS ??= frag.end;
}

function isEmpty({ buffered, currentTime }: HTMLVideoElement) {
  return currentTime === 0 && buffered.length === 0;
}

function lifeOf(url: string) {
  const expiresAt = tokenExpiresAt(url);
  return expiresAt === null ? null : tokenLife(expiresAt, Date.now());
}
