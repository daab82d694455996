/**
 * HLS by the browser itself, on Apple mobile devices without Media Source Extensions. The address in the element
 * cannot change while it plays, so it is signed for a long time, and the server ends it by checking the playback
 * session on each request with it. A refused or broken stream is opened once more with a new address, damaged media is
 * stepped over; a paused player waits for its next start, which brings the address of a new session when the old one
 * has ended.
 */
import type { Engine, EngineEvents, EngineSource } from './engine.ts';
import { PlayerError } from './player-error.ts';
import { positionOfMoment } from './position-at.ts';
import { createRecoveryLadder } from './recovery-ladder.ts';
import { isSameSession } from './signed-path.ts';

/** MediaError.MEDIA_ERR_DECODE. */
const decodeError = 3;
/** The element does not tell how long a segment is. */
const segmentS = 2;

export function createNativeEngine(
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
): Engine {
  let newest = source.url;
  let hasReopened = false;
  let isLoadingWanted = true;
  let isBroken = false;
  let { startsAt } = source;
  const ladder = createRecoveryLadder(() => performance.now());
  const listening = new AbortController();
  const { signal } = listening;

  video.addEventListener('error', () => onError(), { signal });
  video.addEventListener('playing', () => settle(), { signal });
  video.addEventListener('loadedmetadata', startAtMoment, { signal });
  video.src = newest;

  /** The element knows no dates, so only a position in a recording can be found. */
  function startAtMoment() {
    const { duration } = video;
    if (!startsAt || !Number.isFinite(duration)) return;
    const recording = { live: false, fragments: [], fragmentStart: 0, edge: duration };
    const position = positionOfMoment(recording, startsAt);
    startsAt = undefined;
    if (position !== null) video.currentTime = position;
  }

  function settle() {
    hasReopened = false;
    events.onReconnecting(false);
  }

  function onError() {
    if (video.error?.code === decodeError && isLoadingWanted) stepOver();
    else void reopen();
  }

  /** Live goes on at its edge, a recording behind the place. */
  function stepOver() {
    const remedy = ladder.next('damage');
    if (remedy.do !== 'step-over') return giveUp(new PlayerError('media', 'The video cannot be decoded'));
    events.onReconnecting(true);
    open(remedy.fragments * segmentS);
  }

  async function reopen() {
    if (!isLoadingWanted) return waitForStart();
    if (hasReopened) return giveUp(new PlayerError('media', video.error?.message ?? 'The video broke off'));
    hasReopened = true;
    events.onReconnecting(true);
    try {
      newest = await source.renew();
    } catch (cause) {
      if (signal.aborted) return;
      if (!isLoadingWanted) return waitForStart();
      const lost = new PlayerError('network', 'The stream cannot be reached', { cause });
      return giveUp(cause instanceof PlayerError ? cause : lost);
    }
    if (!signal.aborted) open();
  }

  /** Its session may have ended; the next start authorises again. */
  function waitForStart() {
    isBroken = true;
    events.onReconnecting(false);
  }

  function open(steppedOverS = 0) {
    const isLive = !Number.isFinite(video.duration);
    const { currentTime: position, paused: isPaused } = video;
    isBroken = false;
    video.src = newest;
    if (!isLive) video.currentTime = position + steppedOverS;
    if (!isPaused) void video.play().catch(() => {});
  }

  function giveUp(error: PlayerError) {
    destroy();
    events.onReconnecting(false);
    events.onFailed(error);
  }

  function destroy() {
    listening.abort();
    video.removeAttribute('src');
    video.load();
  }

  return {
    setUrl(url) {
      const isUsable = isSameSession(newest, url);
      newest = url;
      // The element would find out only when its buffer is empty.
      if (!isUsable) open();
    },
    startLoad() {
      isLoadingWanted = true;
      if (isBroken) open();
    },
    goTo(moment) {
      startsAt = moment;
      startAtMoment();
    },
    stopLoad() {
      isLoadingWanted = false;
    },
    selectLevel() {},
    window() {
      const { seekable, duration } = video;
      if (seekable.length === 0) return null;
      return {
        isLive: !Number.isFinite(duration),
        start: seekable.start(0),
        end: seekable.end(seekable.length - 1),
      };
    },
    positionOf: () => null,
    figures: () => ({ takenAt: null, latency: null, network: null }),
    destroy,
  };
}
