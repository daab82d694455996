/** Where a recording stops and goes on (docs/product.md, 30.5, 30.6 and 30.10). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakePlayback } from '../../../test/fake-media.ts';
import { createFakePlayers } from '../../../test/fake-players.ts';
import { PlaybackSession } from '../../playback/playback-session.ts';
import { createWatchedPlaces } from '../../playback/watched-place.ts';
import { positionOf } from './keep-position.ts';
import { Watch } from './watch.ts';

const target = { competitionId: 'rumble', blockId: 'main-card', liveStreamId: 'stream-1' };
const details = { title: 'Main card', description: null, poster: null };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') });
  installFakePlayback();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A viewer of a recording of an hour. */
async function watchReplay(positionSeconds?: number) {
  const save = vi.fn();
  const told = vi.fn();
  const places = createWatchedPlaces(save);
  const session = new PlaybackSession({
    create: async () => 'session-1',
    ping: async () => told(places.next()),
    now: Date.now,
    random: () => 0.5,
  });
  const { engines, registry } = createFakePlayers();
  registry.subscribe(() => session.set({ isLoggedIn: true, isPlaying: registry.getPlaying() !== null }));
  const signUrl = async () => ({
    url: '/replay.m3u8',
    mode: 'replay' as const,
    playbackSessionId: 'session-1',
    expiresAt: new Date(Date.now() + 120_000).toISOString(),
    ...(positionSeconds === undefined ? {} : { positionSeconds }),
  });
  const watch = new Watch(target, details, {
    session,
    registry,
    places,
    signUrl,
    newAction: () => 'again',
  });
  watch.begin('visit');
  await pass(0);
  const state = watch.getState();
  if (state.phase !== 'watching') throw new Error(`it is ${state.phase}`);
  const [engine] = engines.opened;
  if (!engine) throw new Error('no engine was opened');
  engine.playable = { isLive: false, start: 0, end: 3600 };
  const { player } = state;
  vi.spyOn(player.video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA);
  const reach = (seconds: number) => {
    player.video.currentTime = seconds;
    player.video.dispatchEvent(new Event('timeupdate'));
  };
  return { watch, save, told, engine, player, state, reach };
}

const at = (positionSeconds: number) => ({ liveStreamId: 'stream-1', positionSeconds });

describe('a recording', () => {
  it('begins at its beginning, and says nothing', async () => {
    const { engine, state } = await watchReplay();
    expect(engine.source.startsAt).toBeUndefined();
    expect(state.continued).toBeNull();
  });

  it('goes on where the viewer stopped, and says so', async () => {
    const { engine, state } = await watchReplay(1843.5);
    expect(engine.source.startsAt).toEqual({ takenAt: null, position: 1843.5, partStarts: [] });
    expect(state.continued?.isTold()).toBe(true);
  });

  it('says so for 10 seconds in all, and longer while it is used', async () => {
    const { state } = await watchReplay(1843.5);
    const { continued } = state;
    continued?.setUsed(false);
    await pass(8000);
    continued?.setUsed(true);
    await pass(60_000);
    expect(continued?.isTold()).toBe(true);
    continued?.setUsed(false);
    await pass(8000);
    // The page is left, and opened again.
    continued?.setUsed(false);
    expect(continued?.isTold()).toBe(true);
    await pass(2000);
    expect(continued?.isTold()).toBe(false);
    continued?.setUsed(true);
    expect(continued?.isTold()).toBe(false);
  });

  it('says so until the viewer seeks, not until it has gone to where they stopped', async () => {
    const { player, reach, state } = await watchReplay(1843.5);
    const readyState = vi.spyOn(player.video, 'readyState', 'get').mockReturnValue(1);
    state.continued?.setUsed(false);
    player.video.dispatchEvent(new Event('seeking'));
    readyState.mockReturnValue(4);
    reach(1843.5);
    expect(state.continued?.isTold()).toBe(true);
    player.video.dispatchEvent(new Event('seeking'));
    expect(state.continued?.isTold()).toBe(false);
  });

  it('tells its position with each check', async () => {
    const { reach, told, save } = await watchReplay();
    reach(60);
    await pass(20_000);
    reach(80);
    await pass(20_000);
    expect(told.mock.calls).toEqual([[at(60)], [at(80)]]);
    expect(save).not.toHaveBeenCalled();
  });

  it('tells it at once at a pause, and when the page is hidden or left', async () => {
    const { reach, player, save, watch } = await watchReplay();
    reach(60);
    player.pause();
    expect(save).toHaveBeenLastCalledWith(at(60));
    reach(70);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(save).toHaveBeenLastCalledWith(at(70));
    reach(80);
    window.dispatchEvent(new Event('pagehide'));
    expect(save).toHaveBeenLastCalledWith(at(80));
    reach(90);
    watch.end();
    expect(save).toHaveBeenLastCalledWith(at(90));
    reach(100);
    window.dispatchEvent(new Event('pagehide'));
    expect(save).toHaveBeenCalledTimes(4);
  });

  it('tells nothing before its first picture', async () => {
    const { watch, save } = await watchReplay(1843.5);
    watch.end();
    expect(save).not.toHaveBeenCalled();
  });
});

describe('positionOf', () => {
  const state = {
    hasFrame: true,
    isLive: false,
    isEnded: false,
    currentTime: 61.26,
    windowStart: 0,
    windowEnd: 3600,
  };
  it.each([
    ['the middle', {}, 61.3],
    ['a window that begins later', { windowStart: 1 }, 60.3],
    ['the end', { isEnded: true }, 0],
    ['the last 2 %', { currentTime: 3529 }, 0],
    ['just before them', { currentTime: 3527 }, 3527],
    ['the last half minute of a short one', { currentTime: 71, windowEnd: 100 }, 0],
    ['no picture', { hasFrame: false }, null],
    ['a live stream', { isLive: true }, null],
    ['an unknown length', { windowEnd: 0 }, null],
  ])('of %s', (_, change, position) => {
    expect(positionOf({ ...state, ...change })).toBe(position);
  });
});
