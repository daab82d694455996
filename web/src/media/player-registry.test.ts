import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakePlayback } from '../test/fake-media.ts';
import { createFakePlayers, playerSource } from '../test/fake-players.ts';
import { PlayerError } from './engine/player-error.ts';

const details = { title: 'Main card', description: null, poster: null };

function setUp({ maxKept = 12 } = {}) {
  const { engines, registry } = createFakePlayers({ maxKept });
  async function start(mediaId: string) {
    const player = registry.activate(mediaId, details);
    await player.open(playerSource(mediaId));
    player.play();
    await vi.waitFor(() => expect(player.video.paused).toBe(false), 15_000);
    return player;
  }
  /** Enters a route and leaves it again. */
  async function visit(mediaId: string) {
    await start(mediaId);
    registry.deactivate(mediaId);
  }
  return { registry, engines: engines.opened, start, visit };
}

beforeEach(() => {
  window.localStorage.clear();
  installFakePlayback();
});

describe('player registry', () => {
  it('pauses the previous player when another one starts', async () => {
    const { registry, start } = setUp();
    const first = await start('first');
    const second = await start('second');
    expect(first.getState().isPaused).toBe(true);
    expect(second.getState().isPaused).toBe(false);
    expect(registry.getPlaying()).toBe(second);
  });

  describe('picture-in-picture at a change of the camera (30.46)', () => {
    /** A browser in which the video stands in the window. */
    async function inWindow() {
      const registry = setUp();
      const first = await registry.start('first');
      const exit = vi.fn(async () => {
        Object.assign(document, { pictureInPictureElement: null });
      });
      Object.assign(document, { pictureInPictureElement: first.video, exitPictureInPicture: exit });
      first.video.dispatchEvent(new Event('enterpictureinpicture'));
      registry.registry.deactivate('first', { isHandedOver: true });
      return { ...registry, first, exit };
    }
    function withRequest(video: HTMLVideoElement, isRefused = false) {
      const request = vi.fn(async () => {
        if (isRefused) throw new DOMException('No', 'NotAllowedError');
        Object.assign(document, { pictureInPictureElement: video });
      });
      return Object.assign(video, { requestPictureInPicture: request }).requestPictureInPicture;
    }

    it('stays until the next picture is there, and goes on with it', async () => {
      const { start, registry, exit } = await inWindow();
      expect(exit).not.toHaveBeenCalled();
      const request = withRequest(registry.activate('second', details).video);
      const second = await start('second');
      expect(request).not.toHaveBeenCalled();
      second.video.dispatchEvent(new Event('loadeddata'));
      await vi.waitFor(() => expect(document.pictureInPictureElement).toBe(second.video), 15_000);
      expect(exit).not.toHaveBeenCalled();
    });

    it('ends where the browser refuses, because the picture of the last camera would stand there for good', async () => {
      const { start, registry, exit } = await inWindow();
      withRequest(registry.activate('second', details).video, true);
      (await start('second')).video.dispatchEvent(new Event('loadeddata'));
      await vi.waitFor(() => expect(exit).toHaveBeenCalledOnce(), 15_000);
    });

    it('does not come back when the viewer has closed it meanwhile', async () => {
      const { start, registry, exit } = await inWindow();
      const request = withRequest(registry.activate('second', details).video);
      const second = await start('second');
      Object.assign(document, { pictureInPictureElement: null });
      second.video.dispatchEvent(new Event('loadeddata'));
      await Promise.resolve();
      expect(request).not.toHaveBeenCalled();
      expect(exit).not.toHaveBeenCalled();
    });

    it('ends when no next picture comes', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { exit } = await inWindow();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(exit).toHaveBeenCalledOnce();
      vi.useRealTimers();
    });
  });

  it('takes the previous player out of picture-in-picture', async () => {
    const { start } = setUp();
    const first = await start('first');
    const exitPictureInPicture = vi.fn(async () => {});
    Object.assign(document, { pictureInPictureElement: first.video, exitPictureInPicture });
    await start('second');
    expect(exitPictureInPicture).toHaveBeenCalledTimes(1);
    Object.assign(document, { pictureInPictureElement: null });
  });

  it('clears the playing player on pause and calls its listeners', async () => {
    const { registry, start } = setUp();
    const player = await start('only');
    const listener = vi.fn();
    registry.subscribe(listener);
    player.pause();
    expect(registry.getPlaying()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(registry.isActive(player)).toBe(true);
  });

  it('stops loading on pause and loads again on play', async () => {
    const { engines, start } = setUp();
    const player = await start('only');
    player.pause();
    expect(engines[0]?.isLoading).toBe(false);
    player.play();
    await vi.waitFor(() => expect(engines[0]?.isLoading).toBe(true), 15_000);
  });

  it('keeps the player of a left route, paused, and returns it again', async () => {
    const { registry, engines, start } = setUp();
    const player = await start('only');
    registry.deactivate('only');
    expect(player.getState().isPaused).toBe(true);
    expect(engines[0]?.isLoading).toBe(false);
    expect(registry.activate('only', details)).toBe(player);
    expect(engines).toHaveLength(1);
  });

  it('disposes of the least recently used player beyond twelve kept ones', async () => {
    const { engines, registry, visit } = setUp();
    for (let index = 0; index < 12; index += 1) await visit(`route-${index}`);
    registry.activate('route-0', details);
    registry.deactivate('route-0');
    await visit('route-12');
    const destroyed = engines.flatMap((engine, index) => (engine.isDestroyed ? [index] : []));
    expect(destroyed).toEqual([1]);
  });

  it('keeps none on Apple mobile devices', async () => {
    const { engines, visit } = setUp({ maxKept: 0 });
    await visit('only');
    expect(engines[0]?.isDestroyed).toBe(true);
  });

  it('never disposes of a player that is on screen', async () => {
    const { engines, start } = setUp({ maxKept: 0 });
    await start('first');
    await start('second');
    expect(engines.map((engine) => engine.isDestroyed)).toEqual([false, false]);
  });

  it('disposes of a failed player and calls only the handlers registered for it', async () => {
    const { registry, engines, start } = setUp();
    await start('first');
    await start('second');
    const [onFirst, onSecond, onRemoved] = [vi.fn(), vi.fn(), vi.fn()];
    registry.onError('first', onFirst);
    registry.onError('second', onSecond);
    registry.onError('second', onRemoved)();
    const error = new PlayerError('media', 'broken');
    engines[1]?.events.onFailed(error);
    expect(onSecond).toHaveBeenCalledWith(error);
    expect(onFirst).not.toHaveBeenCalled();
    expect(onRemoved).not.toHaveBeenCalled();
    expect(engines.map((engine) => engine.isDestroyed)).toEqual([false, true]);
    expect(registry.getPlaying()).toBeNull();
  });

  it('makes a new player after a failure', async () => {
    const { registry, engines, start } = setUp();
    const failed = await start('only');
    engines[0]?.events.onFailed(new PlayerError('network', 'gone'));
    expect(registry.activate('only', details)).not.toBe(failed);
  });
});
