import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeEngines, installFakePlayback } from '../test/fake-media.ts';
import { playerSource } from '../test/fake-players.ts';
import { PlayerError } from './engine/player-error.ts';
import { MediaPlayer, type PlayerSource } from './media-player.ts';
import { createVolumeStore } from './volume.ts';

const details = { title: 'Main card', description: null, poster: null };
const live = (end: number) => ({ isLive: true, start: end - 60, end });

let mayPlay: ReturnType<typeof installFakePlayback>;

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
  mayPlay = installFakePlayback();
});
afterEach(() => vi.useRealTimers());

function setUp(options: { isBackgroundPause?: () => boolean } = {}) {
  const engines = createFakeEngines();
  const events = { onPlay: vi.fn(), onPause: vi.fn(), onFailed: vi.fn() };
  const volume = createVolumeStore(() => window.localStorage);
  const player = new MediaPlayer(
    'stream-1',
    details,
    { openEngine: engines.openEngine, volume, isBackgroundPause: options.isBackgroundPause ?? (() => false) },
    events,
  );
  const authorise = vi.fn<PlayerSource['authorise']>(() => null);
  const isAuthorised = vi.fn(() => true);
  async function begin() {
    await player.open({ url: 'https://video.test/1.m3u8', renew: async () => '', authorise, isAuthorised });
    player.play();
    await settle();
    const [engine] = engines.opened;
    if (!engine) throw new Error('no engine was opened');
    return engine;
  }
  return { player, events, authorise, isAuthorised, begin, volume };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('starting', () => {
  it('plays with sound where the browser allows it', async () => {
    const { player, begin } = setUp();
    await begin();
    expect(player.getState()).toMatchObject({ isPaused: false, isMuted: false, autoplay: 'allowed' });
  });

  it("plays muted where sound is refused, and does not save that as the viewer's choice", async () => {
    mayPlay.withSound = false;
    const { player, begin, volume } = setUp();
    await begin();
    expect(player.getState()).toMatchObject({ isPaused: false, isMuted: true, autoplay: 'muted' });
    player.setMuted(false);
    await settle();
    expect(player.getState()).toMatchObject({ isMuted: false, autoplay: 'allowed' });
    expect(volume.read().isMuted).toBe(false);
  });

  it('waits for a press where autoplay is refused, with the sound on and nothing loading', async () => {
    Object.assign(mayPlay, { withSound: false, muted: false });
    const { player, begin } = setUp();
    const engine = await begin();
    expect(player.getState()).toMatchObject({ isPaused: true, isMuted: false, autoplay: 'refused' });
    expect(engine.isLoading).toBe(false);
  });

  it('fails with the reason when no engine opens', async () => {
    const error = new PlayerError('unsupported', 'no');
    const events = { onPlay: vi.fn(), onPause: vi.fn(), onFailed: vi.fn() };
    const player = new MediaPlayer(
      'stream-1',
      details,
      {
        openEngine: () => Promise.reject(error),
        volume: createVolumeStore(() => window.localStorage),
        isBackgroundPause: () => false,
      },
      events,
    );
    await player.open(playerSource());
    expect(events.onFailed).toHaveBeenCalledWith(error);
  });
});

describe('starting again after a pause', () => {
  it('loads with the new address when the session has begun again', async () => {
    const { player, begin, authorise } = setUp();
    const engine = await begin();
    player.pause();
    authorise.mockReturnValue(Promise.resolve('https://video.test/2.m3u8'));
    player.play();
    expect(engine.isLoading).toBe(false);
    await settle();
    expect(engine).toMatchObject({ newest: 'https://video.test/2.m3u8', isLoading: true });
  });

  it('fails when the viewer may no longer watch', async () => {
    const { player, begin, authorise, events } = setUp();
    await begin();
    player.pause();
    const refusal = new PlayerError('refused', 'two devices');
    authorise.mockReturnValue(Promise.reject(refusal));
    player.play();
    await settle();
    expect(events.onFailed).toHaveBeenCalledWith(refusal);
  });

  it('also authorises a start from outside, such as picture-in-picture', async () => {
    const { player, begin, authorise } = setUp();
    await begin();
    player.pause();
    authorise.mockClear();
    await player.video.play();
    expect(authorise).toHaveBeenCalledTimes(1);
  });

  it('continues where it was paused, behind the edge', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.video.currentTime = 99;
    player.pause();
    engine.playable = live(130);
    player.play();
    await settle();
    expect(player.video.currentTime).toBe(99);
    expect(player.getState().isAtEdge).toBe(false);
  });

  it('goes back to the edge when the viewer left the route there', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.video.currentTime = 99;
    player.returnToEdge();
    player.pause();
    engine.playable = live(130);
    player.play();
    await settle();
    expect(player.video.currentTime).toBe(130);
  });
});

describe('the live edge', () => {
  it('takes back a viewer who was live before the computer slept', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.video.currentTime = 99;
    await vi.advanceTimersByTimeAsync(1000);
    engine.playable = live(700);
    await vi.advanceTimersByTimeAsync(1000);
    expect(player.video.currentTime).toBe(700);
  });

  it('takes back a viewer whose playlist was there before the first picture', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.video.pause();
    player.play();
    await settle();
    player.video.currentTime = 99;
    engine.playable = live(700);
    await vi.advanceTimersByTimeAsync(1000);
    expect(player.video.currentTime).toBe(700);
  });

  // docs/product.md, 35.7
  it.each([
    ['takes back a viewer who was thrown behind', { behind: 3, loadedTo: 101, hasParts: true }, 100],
    ['waits until the way to it is loaded', { behind: 3, loadedTo: 99, hasParts: true }, 97],
    ['leaves it to playing faster', { behind: 2.5, loadedTo: 101, hasParts: true }, 97.5],
    ['is not that close without parts', { behind: 3, loadedTo: 101, hasParts: false }, 97],
  ])('%s', async (_, { behind, loadedTo, hasParts }, position) => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = { ...live(100), hasParts };
    const loaded = { length: 1, start: () => 60, end: () => loadedTo };
    vi.spyOn(player.video, 'buffered', 'get').mockReturnValue(loaded);
    player.video.currentTime = 100 - behind;
    await vi.advanceTimersByTimeAsync(1000);
    expect(player.video.currentTime).toBe(position);
  });

  it('does not take back a viewer with parts who has sought back, or paused', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = { ...live(100), hasParts: true };
    vi.spyOn(player.video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => 101 });
    player.seekTo(60);
    await vi.advanceTimersByTimeAsync(2000);
    expect(player.video.currentTime).toBe(60);
    player.goLive();
    player.video.currentTime = 95;
    player.pause();
    await vi.advanceTimersByTimeAsync(2000);
    expect(player.video.currentTime).toBe(95);
  });

  it('does not move a viewer who has sought back', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.seekTo(60);
    await vi.advanceTimersByTimeAsync(5000);
    expect(player.video.currentTime).toBe(60);
    expect(player.getState()).toMatchObject({ isAtEdge: false, windowStart: 40, windowEnd: 100 });
  });

  // docs/product.md, 16.17
  it('is not where a recovery leads a viewer who has sought back', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.seekTo(70);
    expect(engine.source.followsEdge?.()).toBe(false);
    // The element starts again, first at the edge.
    player.video.currentTime = 100;
    vi.spyOn(player.video, 'paused', 'get').mockReturnValueOnce(true).mockReturnValueOnce(true);
    const started = vi.fn();
    player.video.addEventListener('play', started);
    player.video.dispatchEvent(new Event('loadedmetadata'));
    expect(started).toHaveBeenCalledOnce();
    await settle();
    player.video.currentTime = 70;
    await vi.advanceTimersByTimeAsync(3000);
    expect(player.video.currentTime).toBe(70);
  });

  it('is reached by Go live', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = live(100);
    player.seekTo(60);
    player.goLive();
    expect(player.video.currentTime).toBe(100);
    expect(player.getState().isAtEdge).toBe(true);
  });

  it('limits every seek to the window', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = { isLive: false, start: 0, end: 90 };
    player.seekTo(500);
    expect(player.video.currentTime).toBe(90);
    player.seekBy(-500);
    expect(player.video.currentTime).toBe(0);
  });
});

describe('seeking while paused', () => {
  it('loads until the picture of the new position is shown', async () => {
    const { player, begin } = setUp();
    const engine = await begin();
    engine.playable = { isLive: false, start: 0, end: 90 };
    player.pause();
    player.seekTo(60);
    expect(engine.isLoading).toBe(true);
    player.video.dispatchEvent(new Event('seeked'));
    expect(engine.isLoading).toBe(false);
  });

  it('waits for play when the session may have expired', async () => {
    const { player, begin, isAuthorised } = setUp();
    const engine = await begin();
    engine.playable = { isLive: false, start: 0, end: 90 };
    player.pause();
    isAuthorised.mockReturnValue(false);
    player.seekTo(60);
    expect(engine.isLoading).toBe(false);
    expect(player.video.currentTime).toBe(60);
  });
});

describe('pausing', () => {
  it('resumes after a pause by the system in the background', async () => {
    const { player, begin, events } = setUp({ isBackgroundPause: () => true });
    await begin();
    player.video.pause();
    await settle();
    expect(player.getState().isPaused).toBe(false);
    expect(events.onPause).not.toHaveBeenCalled();
  });

  it('is no choice of the viewer when a fault has paused the element (16.19)', async () => {
    const { player, begin, events } = setUp();
    const engine = await begin();
    // jsdom knows no errors of media.
    Object.defineProperty(player.video, 'error', { configurable: true, value: { code: 3 } });
    player.video.pause();
    await settle();
    expect(player.getState().isPaused).toBe(false);
    expect(engine.isLoading).toBe(true);
    expect(events.onPause).not.toHaveBeenCalled();
    Object.defineProperty(player.video, 'error', { value: null });
    player.video.dispatchEvent(new Event('loadedmetadata'));
    await settle();
    expect(player.video.paused).toBe(false);
  });

  it('stays paused when the viewer asked for it', async () => {
    const { player, begin, events } = setUp({ isBackgroundPause: () => true });
    await begin();
    player.pause();
    await settle();
    expect(player.getState().isPaused).toBe(true);
    expect(events.onPause).toHaveBeenCalled();
  });

  it('cancels play before the first frame', async () => {
    const { player } = setUp();
    player.play();
    expect(player.getState().isPaused).toBe(false);
    player.pause();
    expect(player.getState().isPaused).toBe(true);
  });
});

describe('volume', () => {
  it('is shared with the next player', async () => {
    const { player, begin, volume } = setUp();
    await begin();
    player.setVolume(0.4);
    await settle();
    expect(volume.read()).toEqual({ level: 0.4, isMuted: false });
  });

  it('is audible again when unmuted at volume zero', async () => {
    const { player, begin } = setUp();
    await begin();
    player.setVolume(0);
    expect(player.video.muted).toBe(true);
    player.setMuted(false);
    expect(player.video.volume).toBe(0.5);
  });
});
