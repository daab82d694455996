/**
 * HLS by the browser itself, on Apple mobile devices without Media Source Extensions. The address in the element
 * cannot change while it plays, so it is signed for a long time, and the server ends it by checking the lease on
 * playlist requests. A refused or broken stream is opened once more with a new address.
 */
import type { Engine, EngineEvents, EngineSource } from './engine.ts';
import { PlayerError } from './player-error.ts';

export function createNativeEngine(
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
): Engine {
  let newest = source.url;
  let hasReopened = false;
  const listening = new AbortController();
  const { signal } = listening;

  video.addEventListener('error', () => void reopen(), { signal });
  video.addEventListener('playing', () => settle(), { signal });
  video.src = newest;

  function settle() {
    hasReopened = false;
    events.onReconnecting(false);
  }

  async function reopen() {
    if (hasReopened) return giveUp(new PlayerError('media', video.error?.message ?? 'The video broke off'));
    hasReopened = true;
    events.onReconnecting(true);
    try {
      newest = await source.renew();
    } catch (cause) {
      if (signal.aborted) return;
      const lost = new PlayerError('network', 'The stream cannot be reached', { cause });
      return giveUp(cause instanceof PlayerError ? cause : lost);
    }
    if (!signal.aborted) open();
  }

  function open() {
    const isLive = !Number.isFinite(video.duration);
    const position = video.currentTime;
    video.src = newest;
    if (!isLive) video.currentTime = position;
    void video.play().catch(() => {});
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
      newest = url;
    },
    startLoad() {},
    stopLoad() {},
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
    destroy,
  };
}
