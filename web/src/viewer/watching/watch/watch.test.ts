import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlayerError } from '../../../media/engine/player-error.ts';
import { problemBody } from '../../../test/api-server.ts';
import { installFakePlayback } from '../../../test/fake-media.ts';
import { createFakePlayers } from '../../../test/fake-players.ts';
import { PlaybackSession, type StartOptions } from '../../playback/playback-session.ts';
import { createWatchedPlaces } from '../../playback/watched-place.ts';
import { Watch } from './watch.ts';

const target = { competitionId: 'rumble', blockId: 'main-card', liveStreamId: 'stream-1' };
const details = { title: 'Main card', description: null, poster: null };
const deviceLimit = problemBody({ status: 403, type: '/problems/device-limit' });
const ended = problemBody({ status: 404, type: '/problems/playback-ended-by-device-limit' });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') });
  installFakePlayback();
});
afterEach(() => vi.useRealTimers());

function setUp() {
  let posted = 0;
  const create = vi.fn(async (_options?: StartOptions) => {
    posted += 1;
    return `session-${posted}`;
  });
  const ping = vi.fn<(id: string) => Promise<void>>(async () => {});
  const session = new PlaybackSession({ create, ping, now: Date.now, random: () => 0.5 });
  const { engines, registry } = createFakePlayers();
  registry.subscribe(() => session.set({ isLoggedIn: true, isPlaying: registry.getPlaying() !== null }));
  let signed = 0;
  const signUrl = vi.fn(async () => {
    signed += 1;
    return {
      url: `/signed-${signed}.m3u8`,
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: session.id() ?? '',
      mode: 'live' as const,
    };
  });
  const saved = vi.fn();
  const places = createWatchedPlaces(saved);
  let actions = 0;
  const newAction = () => {
    actions += 1;
    return `action-${actions}`;
  };
  const watch = new Watch(target, details, { session, registry, places, signUrl, newAction });
  async function begin() {
    watch.begin('navigation');
    await pass(0);
    const state = watch.getState();
    if (state.phase !== 'watching') throw new Error(`it is ${state.phase}`);
    return state.player;
  }
  return { watch, session, registry, create, ping, signUrl, engines: engines.opened, begin };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('beginning', () => {
  it('begins the session, signs an address and plays it', async () => {
    const { begin, create, engines } = setUp();
    const player = await begin();
    expect(create).toHaveBeenCalledTimes(1);
    expect(engines[0]?.source.url).toBe('/signed-1.m3u8');
    expect(player.getState()).toMatchObject({ isPaused: false, title: 'Main card' });
  });

  it.each(['live', 'replay'] as const)('says whether the video is a recording: %s (41.11)', async (mode) => {
    const { begin, engines, signUrl } = setUp();
    const sign = signUrl.getMockImplementation();
    signUrl.mockImplementationOnce(async () => ({ ...(await sign?.()), mode }) as never);
    await begin();
    expect(engines[0]?.source.isRecording).toBe(mode === 'replay');
  });

  it('uses the session that the same action has begun', async () => {
    const { watch, session, create } = setUp();
    await session.begin('navigation');
    watch.begin('navigation');
    watch.begin('navigation');
    await pass(0);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('stops with the reason when the viewer may not watch', async () => {
    const { watch, signUrl } = setUp();
    signUrl.mockRejectedValue(problemBody({ status: 403, type: '/problems/access-required' }));
    watch.begin('navigation');
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'access-required' });
  });

  it('asks at the limit of devices, and watches in the place of the chosen one', async () => {
    const { watch, create } = setUp();
    create.mockRejectedValueOnce(problemBody({ status: 409, type: '/problems/two-devices-watch' }));
    watch.begin('navigation');
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'device-limit' });
    await pass(60_000);
    expect(create).toHaveBeenCalledTimes(1);
    watch.reload('session-of-the-sofa');
    await pass(0);
    expect(create).toHaveBeenLastCalledWith({ inPlaceOf: 'session-of-the-sofa' });
    expect(watch.getState().phase).toBe('watching');
  });

  it('plays nothing when the page is left before the answer', async () => {
    const { watch, engines } = setUp();
    watch.begin('navigation');
    watch.end();
    await pass(0);
    expect(engines).toHaveLength(0);
  });
});

describe('the address', () => {
  it('is renewed with a check before it expires, without a new session', async () => {
    const { begin, engines, create } = setUp();
    await begin();
    await pass(60_000);
    expect(engines[0]?.newest).toBe('/signed-1.m3u8');
    await pass(20_000);
    expect(engines[0]?.newest).toBe('/signed-2.m3u8');
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('is refused while another tab of this device has the session', async () => {
    const { begin, engines, signUrl } = setUp();
    await begin();
    signUrl.mockResolvedValue({
      url: '/signed-9.m3u8',
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
      playbackSessionId: 'session-of-the-other-tab',
      mode: 'live',
    });
    await expect(engines[0]?.source.renew()).rejects.toMatchObject({ code: 'refused' });
  });

  it('ends the player when the server refuses it, and is retried when there is no answer', async () => {
    const { begin, engines, signUrl } = setUp();
    await begin();
    signUrl.mockRejectedValueOnce(deviceLimit);
    await expect(engines[0]?.source.renew()).rejects.toBeInstanceOf(PlayerError);
    signUrl.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(engines[0]?.source.renew()).rejects.toBeInstanceOf(TypeError);
  });
});

describe('when the server does not answer', () => {
  const noAnswer = new TypeError('Failed to fetch');

  it('retries every 5 s without another session, and plays once there is an answer', async () => {
    const { watch, create, signUrl } = setUp();
    signUrl.mockRejectedValueOnce(noAnswer).mockRejectedValueOnce(noAnswer);
    watch.begin('navigation');
    await pass(0);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'unreachable' });
    await pass(5000);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'unreachable' });
    await pass(5000);
    expect(watch.getState().phase).toBe('watching');
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('begins the session again when the first request failed', async () => {
    const { watch, create } = setUp();
    create.mockRejectedValueOnce(noAnswer);
    watch.begin('navigation');
    await pass(5000);
    expect(watch.getState().phase).toBe('watching');
    expect(create).toHaveBeenCalledTimes(2);
  });

  it('stops retrying after a refusal, and when the page is left', async () => {
    const { watch, signUrl } = setUp();
    signUrl.mockRejectedValueOnce(noAnswer).mockRejectedValueOnce(deviceLimit);
    watch.begin('navigation');
    await pass(5000);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'device-limit' });
    signUrl.mockRejectedValueOnce(noAnswer);
    watch.reload();
    await pass(0);
    watch.end();
    await pass(60_000);
    expect(signUrl).toHaveBeenCalledTimes(3);
  });
});

describe('when another page of this device plays', () => {
  it('pauses; pressing play takes the session back', async () => {
    const { session, begin, create, watch } = setUp();
    const player = await begin();
    session.takenOver();
    await pass(0);
    expect(player.getState().isPaused).toBe(true);
    expect(watch.getState().phase).toBe('watching');
    player.play();
    await pass(0);
    expect(create).toHaveBeenCalledTimes(2);
    expect(player.getState().isPaused).toBe(false);
  });
});

describe('when the session ends', () => {
  it('stops with the choice of devices and does not begin again without an action', async () => {
    const { watch, begin, ping, create, engines } = setUp();
    await begin();
    ping.mockRejectedValue(ended);
    await pass(20_000);
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'device-limit' });
    expect(engines[0]?.isLoading).toBe(false);
    await pass(300_000);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('posts a new session on Reload and continues with the kept player', async () => {
    const { watch, begin, ping, create, engines } = setUp();
    const player = await begin();
    ping.mockRejectedValueOnce(ended);
    await pass(20_000);
    watch.reload();
    await pass(0);
    expect(create).toHaveBeenCalledTimes(2);
    expect(watch.getState()).toMatchObject({ phase: 'watching', player });
    expect(engines).toHaveLength(1);
    expect(engines[0]).toMatchObject({ newest: '/signed-2.m3u8', isLoading: true });
  });

  it('also stops when the player fails; Reload creates a new one', async () => {
    const { watch, begin, engines } = setUp();
    const failed = await begin();
    engines[0]?.events.onFailed(new PlayerError('refused', 'two devices', { cause: deviceLimit }));
    expect(watch.getState()).toEqual({ phase: 'stopped', reason: 'device-limit' });
    watch.reload();
    await pass(0);
    expect(watch.getState()).toMatchObject({ phase: 'watching' });
    expect(watch.getState()).not.toMatchObject({ player: failed });
  });
});

describe('pressing play after a pause', () => {
  it('continues with the session when its last check is recent', async () => {
    const { begin, create } = setUp();
    const player = await begin();
    player.pause();
    await pass(10_000);
    player.play();
    await pass(0);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('begins the session again after a longer pause', async () => {
    const { begin, create, engines } = setUp();
    const player = await begin();
    player.pause();
    await pass(90_000);
    player.play();
    await pass(0);
    expect(create).toHaveBeenCalledTimes(2);
    expect(engines[0]).toMatchObject({ newest: '/signed-2.m3u8', isLoading: true });
  });

  it('takes the session back from another tab, however new the address is', async () => {
    const { begin, session, create } = setUp();
    const player = await begin();
    session.takenOver();
    player.play();
    await pass(0);
    expect(create).toHaveBeenCalledTimes(2);
  });
});

// docs/product.md, 34.41
describe('a network that is away for longer than the session lives', () => {
  async function loseNetwork({ create, ping, signUrl }: ReturnType<typeof setUp>, ms: number) {
    const gone = new TypeError('Failed to fetch');
    const [sign, post] = [signUrl.getMockImplementation(), create.getMockImplementation()];
    for (const call of [create, ping, signUrl]) call.mockRejectedValue(gone);
    await pass(ms);
    ping.mockResolvedValue();
    if (sign) signUrl.mockImplementation(sign);
    if (post) create.mockImplementation(post);
  }

  it('goes on with another session, for which no other device stops', async () => {
    const parts = setUp();
    await parts.begin();
    await loseNetwork(parts, 100_000);
    expect(parts.watch.getState()).toMatchObject({ phase: 'stopped', reason: 'unreachable' });
    await pass(10_000);
    expect(parts.watch.getState().phase).toBe('watching');
    expect(parts.create.mock.lastCall?.[0]?.inPlaceOf).toBeUndefined();
  });

  it('offers the choice of devices when others watch by then', async () => {
    const parts = setUp();
    await parts.begin();
    await loseNetwork(parts, 100_000);
    parts.create.mockRejectedValue(problemBody({ status: 409, type: '/problems/two-devices-watch' }));
    await pass(10_000);
    expect(parts.watch.getState()).toMatchObject({ phase: 'stopped', reason: 'device-limit' });
  });

  it('waits no longer after a try that took long', async () => {
    const parts = setUp();
    await parts.begin();
    await loseNetwork(parts, 100_000);
    parts.create.mockImplementationOnce(
      () => new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError('silence')), 6_000)),
    );
    await pass(5_000);
    const tries = parts.create.mock.calls.length;
    await pass(6_000);
    expect(parts.create).toHaveBeenCalledTimes(tries);
    await pass(1_000);
    expect(parts.watch.getState().phase).toBe('watching');
  });

  it('begins one session for an engine that asks for a new address twice', async () => {
    const parts = setUp();
    await parts.begin();
    vi.setSystemTime(Date.now() + 58_000);
    const renew = () => parts.engines[0]?.source.renew();
    expect(await Promise.all([renew(), renew()])).toEqual(['/signed-2.m3u8', '/signed-3.m3u8']);
    expect(parts.create).toHaveBeenCalledTimes(2);
  });
});

describe('a hidden page', () => {
  it('pauses before its session expires, and resumes when it is visible again', async () => {
    const { watch, session, begin, create } = setUp();
    const player = await begin();
    watch.setVisible(false);
    session.set({ isVisible: false });
    await pass(54_999);
    expect(player.getState().isPaused).toBe(false);
    await pass(1);
    expect(player.getState().isPaused).toBe(true);
    await pass(600_000);
    expect(create).toHaveBeenCalledTimes(1);
    watch.setVisible(true);
    session.set({ isVisible: true });
    await pass(0);
    expect(player.getState().isPaused).toBe(false);
    expect(create).toHaveBeenCalledTimes(2);
  });

  // docs/product.md, 33.8: a computer that slept runs no timer that would have paused the video.
  it('begins a session, and gets a new address, when the old one has expired while nothing ran', async () => {
    const { begin, create, ping, engines, watch } = setUp();
    const player = await begin();
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(20_000);
    expect(create).toHaveBeenCalledTimes(2);
    expect(ping.mock.calls.map(([id]) => id)).not.toContain('session-1');
    expect(engines[0]?.newest).toBe('/signed-2.m3u8');
    expect(watch.getState().phase).toBe('watching');
    expect(player.getState().isPaused).toBe(false);
  });

  it('offers the choice of devices when others watch by then', async () => {
    const { begin, create, watch } = setUp();
    await begin();
    vi.setSystemTime(Date.now() + 3_600_000);
    create.mockRejectedValueOnce(problemBody({ status: 409, type: '/problems/two-devices-watch' }));
    await pass(20_000);
    expect(watch.getState()).toMatchObject({ phase: 'stopped', reason: 'device-limit' });
  });

  it('begins a session, and plays on, when the server says that no ping had reached it', async () => {
    const { begin, create, ping, watch } = setUp();
    const player = await begin();
    const expiry = problemBody({ status: 404, type: '/problems/playback-ended-by-expiry' });
    ping.mockRejectedValueOnce(expiry);
    await pass(20_000);
    expect(create).toHaveBeenCalledTimes(2);
    expect(watch.getState().phase).toBe('watching');
    expect(player.getState().isPaused).toBe(false);
  });

  it('keeps playing when it is hidden only for a short time', async () => {
    const { watch, begin, create } = setUp();
    const player = await begin();
    watch.setVisible(false);
    await pass(30_000);
    watch.setVisible(true);
    await pass(60_000);
    expect(player.getState().isPaused).toBe(false);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('stays paused when the viewer had paused before', async () => {
    const { watch, begin } = setUp();
    const player = await begin();
    player.pause();
    watch.setVisible(false);
    await pass(120_000);
    watch.setVisible(true);
    await pass(0);
    expect(player.getState().isPaused).toBe(true);
  });
});

it('pauses and deactivates its player when the page ends', async () => {
  const { watch, begin, registry, engines } = setUp();
  const player = await begin();
  watch.end();
  expect(player.getState().isPaused).toBe(true);
  expect(engines[0]?.isLoading).toBe(false);
  expect(registry.isActive(player)).toBe(false);
});
