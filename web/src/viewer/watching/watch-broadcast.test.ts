/** A watch that follows the broadcast of an encoder (docs/product.md, 28.15). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemBody } from '../../test/api-server.ts';
import { installFakePlayback } from '../../test/fake-media.ts';
import { createFakePlayers } from '../../test/fake-players.ts';
import { PlaybackSession } from '../playback/playback-session.ts';
import { createWatchedPlaces } from '../playback/watched-place.ts';
import { Watch } from './watch/watch.ts';

const target = { competitionId: 'rumble', blockId: 'main-card', liveStreamId: 'stream-1' };
const details = { title: 'Main card', description: null, poster: null };
const notBegun = problemBody({ status: 409, type: '/problems/broadcast-not-started' });
/** The end is shown for this long at most, after at most 6 s of last pictures. */
const endShownMs = 5000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') });
  installFakePlayback();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  let posted = 0;
  const create = vi.fn(async () => {
    posted += 1;
    return `session-${posted}`;
  });
  const session = new PlaybackSession({
    create,
    ping: async () => {},
    now: Date.now,
    random: () => 0.5,
  });
  const { engines, registry } = createFakePlayers();
  registry.subscribe(() => session.set({ isLoggedIn: true, isPlaying: registry.getPlaying() !== null }));
  const server = { mode: 'live' as 'live' | 'replay' };
  const signUrl = vi.fn(async () => ({
    url: `/${server.mode}.m3u8`,
    expiresAt: new Date(Date.now() + 120_000).toISOString(),
    playbackSessionId: session.id() ?? '',
    mode: server.mode,
  }));
  const places = createWatchedPlaces(() => {});
  let actions = 0;
  const newAction = () => {
    actions += 1;
    return `action-${actions}`;
  };
  const watch = new Watch(target, details, { session, registry, places, signUrl, newAction });
  const playing = () => {
    const state = watch.getState();
    if (state.phase !== 'watching') throw new Error(`it is ${state.phase}`);
    return state;
  };
  /** A viewer with a picture. */
  async function watchLive() {
    watch.setBroadcast('live');
    watch.begin('visit');
    await pass(0);
    const { player } = playing();
    vi.spyOn(player.video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA);
    player.video.dispatchEvent(new Event('playing'));
    return player;
  }
  return { watch, session, registry, create, signUrl, server, engines: engines.opened, playing, watchLive };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a stream that waits', () => {
  it('begins no session and asks for no address, however long it takes', async () => {
    const { watch, create, signUrl } = setUp();
    watch.setBroadcast('waiting');
    watch.begin('visit');
    await pass(3_600_000);
    expect(watch.getState()).toEqual({ phase: 'waiting' });
    expect([create.mock.calls.length, signUrl.mock.calls.length]).toEqual([0, 0]);
  });

  it('plays by itself, once, when the picture comes', async () => {
    const { watch, create, engines, playing } = setUp();
    watch.setBroadcast('waiting');
    watch.begin('visit');
    await pass(60_000);
    watch.setBroadcast('live');
    await pass(0);
    expect(playing().mode).toBe('live');
    expect(engines).toHaveLength(1);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('does not play on a page that was left', async () => {
    const { watch, create } = setUp();
    watch.setBroadcast('waiting');
    watch.begin('visit');
    watch.end();
    watch.setBroadcast('live');
    await pass(10_000);
    expect(create).not.toHaveBeenCalled();
  });

  it('waits also when only the server knows, and asks again', async () => {
    const { watch, signUrl, playing } = setUp();
    signUrl.mockRejectedValueOnce(notBegun);
    watch.setBroadcast('live');
    watch.begin('visit');
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'waiting' });
    await pass(5000);
    expect(playing().mode).toBe('live');
  });

  it('is shown when live ingest is set up for a stream that plays another video', async () => {
    const { watch, watchLive, registry } = setUp();
    const player = await watchLive();
    watch.setBroadcast('waiting');
    expect(watch.getState()).toEqual({ phase: 'waiting' });
    expect(registry.isActive(player)).toBe(false);
  });

  it('is no reason for a device beyond the limit to begin again', async () => {
    const { watch, watchLive, engines, create } = setUp();
    await watchLive();
    const cause = problemBody({ status: 403, type: '/problems/device-limit' });
    const { PlayerError } = await import('../../media/engine/player-error.ts');
    engines[0]?.events.onFailed(new PlayerError('refused', 'two devices', { cause }));
    watch.setBroadcast('waiting');
    watch.setBroadcast('live');
    await pass(60_000);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'device-limit' });
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('an interrupted picture', () => {
  it('keeps the player, and the player keeps playing', async () => {
    const { watch, watchLive, playing, signUrl } = setUp();
    const player = await watchLive();
    watch.setBroadcast('interrupted');
    watch.setBroadcast('live');
    await pass(10_000);
    expect(playing().player).toBe(player);
    expect(player.getState().isPaused).toBe(false);
    expect(signUrl).toHaveBeenCalledTimes(1);
  });

  it('tries again at once when the server had not answered', async () => {
    const { watch, signUrl, playing } = setUp();
    signUrl.mockRejectedValue(new TypeError('Failed to fetch'));
    watch.setBroadcast('interrupted');
    watch.begin('visit');
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'unreachable' });
    signUrl.mockReset().mockResolvedValue({
      url: '/live.m3u8',
      mode: 'live',
      playbackSessionId: 'session-1',
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
    });
    watch.setBroadcast('live');
    await pass(0);
    expect(playing().mode).toBe('live');
  });
});

describe('the end of a broadcast', () => {
  it('plays what is left, says so, and goes on to the replay with a new address', async () => {
    const { watch, watchLive, server, playing, engines, create } = setUp();
    const live = await watchLive();
    server.mode = 'replay';
    watch.setBroadcast('ended');
    await pass(2000);
    expect(playing().player).toBe(live);
    vi.spyOn(live.video, 'ended', 'get').mockReturnValue(true);
    live.video.dispatchEvent(new Event('ended'));
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'ended', isReplayComing: true });
    expect(engines[0]?.isDestroyed).toBe(true);
    await pass(endShownMs);
    expect(playing()).toMatchObject({ mode: 'replay' });
    expect(playing().player.getState().isPaused).toBe(false);
    expect(engines.map(({ source }) => source.url)).toEqual(['/live.m3u8', '/replay.m3u8']);
    expect(create).toHaveBeenCalledTimes(1);
  });

  // docs/product.md, 14.11
  it('keeps the session of the replay, also when its last check is a while ago', async () => {
    const { watch, watchLive, server, playing, create, engines } = setUp();
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    const { video } = await watchLive();
    server.mode = 'replay';
    // The next check would come while the end is shown.
    await pass(19_000);
    vi.spyOn(video, 'ended', 'get').mockReturnValue(true);
    watch.setBroadcast('ended');
    video.dispatchEvent(new Event('ended'));
    await pass(endShownMs);
    expect(playing().mode).toBe('replay');
    expect(create).toHaveBeenCalledTimes(1);
    expect(engines[1]?.newest).toBe('/replay.m3u8');
  });

  it('does not wait for a last picture that never comes', async () => {
    const { watch, watchLive, server, playing } = setUp();
    await watchLive();
    server.mode = 'replay';
    watch.setBroadcast('ended');
    await pass(6000);
    expect(watch.getState().phase).toBe('ended');
    await pass(endShownMs);
    expect(playing().mode).toBe('replay');
  });

  it('is learnt from the playlist when the page has not heard of it', async () => {
    const { watch, watchLive } = setUp();
    const { video } = await watchLive();
    vi.spyOn(video, 'ended', 'get').mockReturnValue(true);
    video.dispatchEvent(new Event('ended'));
    await pass(0);
    expect(watch.getState().phase).toBe('ended');
  });

  it('is learnt from the next address when the page has not heard of it', async () => {
    const { watchLive, server, playing } = setUp();
    await watchLive();
    server.mode = 'replay';
    await pass(80_000 + 6000 + endShownMs);
    expect(playing().mode).toBe('replay');
  });

  it('asks again while the server still calls it live', async () => {
    const { watch, watchLive, server, playing } = setUp();
    await watchLive();
    watch.setBroadcast('ended');
    await pass(6000 + endShownMs);
    expect(watch.getState().phase).toBe('ended');
    server.mode = 'replay';
    await pass(1000);
    expect(playing().mode).toBe('replay');
  });

  it('starts nothing for a viewer who had paused, until they ask for it', async () => {
    const { watch, watchLive, server, playing, create } = setUp();
    (await watchLive()).pause();
    server.mode = 'replay';
    watch.setBroadcast('ended');
    await pass(120_000);
    expect(watch.getState()).toEqual({ phase: 'ended', isReplayComing: false });
    expect(create).toHaveBeenCalledTimes(1);
    watch.reload();
    await pass(0);
    expect(playing().mode).toBe('replay');
  });

  it('lets a viewer who had gone back go on with the same picture in the replay', async () => {
    const { watch, watchLive, server, playing, engines } = setUp();
    const { video } = await watchLive();
    const [engine] = engines;
    if (!engine) throw new Error('no engine was opened');
    engine.playable = { isLive: true, start: 0, end: 600 };
    engine.measured = { takenAt: 1_795_000_000_000, latency: 300, network: null };
    video.currentTime = 300;
    video.dispatchEvent(new Event('timeupdate'));
    server.mode = 'replay';
    watch.setBroadcast('ended');
    await pass(0);
    expect(playing().mode).toBe('replay');
    expect(engines[1]?.source.startsAt).toEqual({ takenAt: 1_795_000_000_000 });
  });

  it('starts nothing on a page that was left', async () => {
    const { watch, watchLive, signUrl } = setUp();
    await watchLive();
    watch.setBroadcast('ended');
    await pass(6000);
    watch.end();
    await pass(60_000);
    expect(signUrl).toHaveBeenCalledTimes(1);
  });

  it('leads back to the live picture when the broadcast is opened again', async () => {
    const { watch, watchLive, server, playing, engines } = setUp();
    await watchLive();
    server.mode = 'replay';
    watch.setBroadcast('ended');
    await pass(6000 + endShownMs);
    expect(playing().mode).toBe('replay');
    server.mode = 'live';
    watch.setBroadcast('interrupted');
    await pass(1000);
    expect(playing().mode).toBe('replay');
    watch.setBroadcast('live');
    await pass(0);
    expect(playing().mode).toBe('live');
    // Not the player whose playlist has ended.
    expect(engines).toHaveLength(3);
  });
});

describe('a broadcast without a recording (docs/product.md, 28.30)', () => {
  it('asks once after the end, and goes on when the organiser opens it again', async () => {
    const { watch, watchLive, signUrl, playing } = setUp();
    await watchLive();
    signUrl.mockRejectedValueOnce(problemBody({ status: 409, type: '/problems/nothing-recorded' }));
    watch.setBroadcast('ended');
    await pass(6000 + endShownMs);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'nothing-recorded' });
    const asked = signUrl.mock.calls.length;
    await pass(600_000);
    expect(signUrl.mock.calls.length).toBe(asked);
    watch.setBroadcast('live');
    await pass(0);
    expect(playing().mode).toBe('live');
  });
});
