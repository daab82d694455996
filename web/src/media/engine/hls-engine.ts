/**
 * HLS by hls.js. Three terms: the *newest* address is the last signed one, and each request
 * leaves with its token; a *fault* is what hls.js could not mend itself; the ladder names its *remedy*,
 * which is carried out here. Loading is *wanted* or not: a paused player makes no request at all.
 */
import type Hls from 'hls.js';
import type { ErrorData, HlsConfig, LevelDetails } from 'hls.js';
import type { Engine, EngineEvents, EngineSource } from './engine.ts';
import { hlsConfig } from './hls-config.ts';
import { errorOf, faultOf, windowOf } from './hls-faults.ts';
import type { HlsConstructor } from './load-hls.ts';
import { PlayerError } from './player-error.ts';
import { createRecoveryLadder, type Fault } from './recovery-ladder.ts';
import { createRetryTimer } from './retry-timer.ts';
import { tokenExpiresAt, withNewestToken } from './signed-path.ts';
import { createStallDetector } from './stall-detector.ts';
import { leftMs, tokenLife } from './token-life.ts';

export function createHlsEngine(
  HlsBuild: HlsConstructor,
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
): Engine {
  const ladder = createRecoveryLadder(() => performance.now());
  const retry = createRetryTimer();
  const isStuck = createStallDetector(video);
  let newest = source.url;
  let newestLife = lifeOf(newest);
  let renewal: Promise<void> | undefined;
  let selectedLevel: number | null = null;
  let isLoadingWanted = true;
  let goesToEdge = false;
  let isMending = false;
  let isRenewing = false;
  let isDestroyed = false;
  let hls = open(-1);

  function open(startPosition: number) {
    const instance = new HlsBuild({ ...hlsConfig, startPosition, xhrSetup });
    const { Events } = HlsBuild;
    instance.on(Events.ERROR, (_, data) => onError(data));
    instance.on(Events.MANIFEST_PARSED, () => onManifest(instance));
    instance.on(Events.LEVEL_SWITCHED, (_, { level }) => events.onLevel(level < 0 ? null : level));
    instance.on(Events.LEVEL_LOADED, (_, { details }) => onPlaylist(instance, details));
    instance.on(Events.FRAG_LOADED, onFragment);
    instance.on(Events.FRAG_BUFFERED, onProgress);
    instance.attachMedia(video);
    instance.loadSource(newest);
    return instance;
  }

  function onManifest(instance: Hls) {
    events.onLevels(
      instance.levels.map(({ height, bitrate }, index) => ({ index, height, bandwidth: bitrate })),
    );
    if (selectedLevel !== null) instance.nextLevel = selectedLevel;
    if (!isLoadingWanted) instance.stopLoad();
  }

  /** Runs before every request. An expired token is renewed first, for example after the computer slept. */
  async function xhrSetup(...[xhr, url]: Parameters<NonNullable<HlsConfig['xhrSetup']>>) {
    // When that fails the stale token will be refused, and the ladder decides.
    if (newestLife && leftMs(newestLife, Date.now()) <= 0) await renew().catch(() => {});
    if (!isDestroyed) xhr.open('GET', withNewestToken(url, newest), true);
  }

  function take(url: string) {
    newest = url;
    newestLife = lifeOf(url);
  }

  function renew() {
    renewal ??= source
      .renew()
      .then(take)
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  }

  function onPlaylist(instance: Hls, details: LevelDetails) {
    followParts(instance, details);
    if (!goesToEdge) return;
    goesToEdge = false;
    // From a playlist of before the pause hls.js has synchronised to the edge of that time.
    const playable = windowOf(details, instance.targetLatency);
    if (playable?.isLive) video.currentTime = playable.end;
  }

  function onFragment() {
    if (isStuck() && !isCuring()) mend('media', new Error('The picture is stuck'), resume);
  }

  function onProgress() {
    ladder.progressed();
    setMending(false);
  }

  function setMending(value: boolean) {
    if (isMending === value) return;
    isMending = value;
    events.onReconnecting(value);
  }

  function onError(data: ErrorData) {
    const fault = faultOf(data);
    if (fault === null || isCuring()) return;
    mend(fault, data.error, resume);
  }

  /** A remedy is under way, or none is worth it any more. */
  function isCuring() {
    return isDestroyed || isRenewing || retry.isPending();
  }

  function mend(fault: Fault, cause: unknown, again: () => void) {
    setMending(true);
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
      // Paused meanwhile, for example because another page plays now: its next start is authorised anew.
      if (isDestroyed || !isLoadingWanted) return;
      if (error instanceof PlayerError) giveUp(error);
      else mend('network', error, () => void renewAndResume());
    }
  }

  function resume() {
    if (!isLoadingWanted) return;
    // Without levels the master playlist never came; startLoad would not ask for it again.
    if (hls.levels.length === 0) hls.loadSource(newest);
    else hls.startLoad();
  }

  /** A live stream comes back at its edge, a recording where it broke. */
  function rebuild() {
    const isReplay = hls.latestLevelDetails?.live === false;
    const position = isReplay ? video.currentTime : -1;
    hls.destroy();
    hls = open(position);
  }

  function giveUp(error: PlayerError) {
    setMending(false);
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
    renewed: take,
    startLoad(atEdge = false) {
      goesToEdge = atEdge;
      if (isLoadingWanted) return;
      isLoadingWanted = true;
      if (!isCuring()) resume();
    },
    stopLoad() {
      isLoadingWanted = false;
      retry.cancel();
      hls.stopLoad();
      setMending(false);
    },
    selectLevel(index) {
      selectedLevel = index;
      hls.nextLevel = index ?? -1;
    },
    window: () => windowOf(hls.latestLevelDetails, hls.targetLatency),
    destroy,
  };
}

function lifeOf(url: string) {
  const expiresAt = tokenExpiresAt(url);
  return expiresAt === null ? null : tokenLife(expiresAt, Date.now());
}

/** A low-latency playlist names its own safe distance, which is shorter than ours. */
function followParts(hls: Hls, { live, partHoldBack }: LevelDetails) {
  const isNews = hls.config.liveSyncDuration !== partHoldBack;
  if (live && partHoldBack > 0 && isNews) hls.targetLatency = partHoldBack;
}
