import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineSource } from './engine.ts';
import { HlsEngine } from './hls-engine.ts';
import type { HlsConstructor } from './load-hls.ts';
import { PlayerError } from './player-error.ts';

const now = new Date('2026-11-20T19:00:00Z');
const addressUntil = (ms: number, lease = 'lease-1') =>
  `/media/hls/sig-${ms}/${Math.floor(ms / 1000)}/${lease}/stream-1/demo/live.m3u8`;
const first = addressUntil(now.getTime() + 120_000);
const second = addressUntil(now.getTime() + 240_000, 'lease-2');

/** Replaces hls.js: records its calls and lets a test raise its events. */
class FakeHls {
  static readonly DefaultConfig = { loader: class {} };
  static readonly Events = {
    ERROR: 'error',
    MANIFEST_PARSED: 'manifest',
    LEVEL_SWITCHED: 'switched',
    LEVEL_UPDATED: 'updated',
    LEVEL_LOADED: 'loaded',
    FRAG_LOADING: 'asked',
    FRAG_LOADED: 'fragment',
    FRAG_PARSED: 'parsed',
    FRAG_BUFFERED: 'buffered',
  };
  static readonly ErrorDetails = { BUFFER_STALLED_ERROR: 'bufferStalledError' };
  static built: FakeHls[] = [];
  readonly calls: string[] = [];
  readonly listeners = new Map<string, (event: string, data: unknown) => void>();
  readonly config;
  levels: { height: number; bitrate: number; details?: object }[] = [];
  currentLevel = 0;
  latestLevelDetails: object | null = null;
  playingDate: Date | null = null;
  targetLatency = 3;
  nextLevel = -1;

  constructor(config: {
    startPosition: number;
    lowLatencyMode: boolean;
    fragLoadPolicy: { default: { maxTimeToFirstByteMs: number } };
    playlistLoadPolicy: { default: { maxTimeToFirstByteMs: number } };
    xhrSetup: (xhr: unknown, url: string) => Promise<void>;
  }) {
    this.config = config;
    FakeHls.built.push(this);
  }
  on(event: string, listener: (event: string, data: unknown) => void) {
    this.listeners.set(event, listener);
  }
  raise(event: keyof typeof FakeHls.Events, data: unknown = {}) {
    this.listeners.get(FakeHls.Events[event])?.(event, data);
  }
  attachMedia() {}
  loadSource(url: string) {
    this.calls.push(`load ${url}`);
  }
  startLoad(position?: number) {
    this.calls.push(position === undefined ? 'start' : `start ${position}`);
  }
  stopLoad() {
    this.calls.push('stop');
  }
  recoverMediaError() {
    this.calls.push('recover');
  }
  pauseBuffering() {
    this.calls.push('hold');
  }
  resumeBuffering() {
    this.calls.push('go on');
  }
  destroy() {
    this.calls.push('destroy');
  }
}

const refused = { type: 'networkError', fatal: false, response: { code: 403 } };
const network = { type: 'networkError', fatal: true };
const missing = { ...network, response: { code: 404 } };
const media = { type: 'mediaError', fatal: true };

function setUp(
  renew: () => Promise<string> = async () => second,
  isRecording = false,
  more: Partial<EngineSource> = {},
) {
  const events = {
    onLevels: vi.fn(),
    onLevel: vi.fn(),
    onReconnecting: vi.fn(),
    onChanged: vi.fn(),
    onFailed: vi.fn(),
  };
  const video = document.createElement('video');
  const source = { url: first, renew: vi.fn(renew), isRecording, ...more };
  const engine = new HlsEngine(FakeHls as unknown as HlsConstructor, video, source, events);
  const hls = () => {
    const current = FakeHls.built.at(-1);
    if (!current) throw new Error('hls.js was not built');
    return current;
  };
  hls().levels = [{ height: 360, bitrate: 700_000 }];
  /** The address to which a request for `url` is really sent. */
  async function requested(url: string) {
    const open = vi.fn();
    await hls().config.xhrSetup({ open }, url);
    return open.mock.calls[0]?.[1];
  }
  return { engine, events, source, hls, requested, video };
}

beforeEach(() => {
  vi.useFakeTimers({ now });
  FakeHls.built = [];
});
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a fragment that came in parts', () => {
  it('gets the end that hls.js compares with its buffer, and keeps one that it has', () => {
    const { hls } = setUp();
    const [inParts, whole] = [
      { sn: 104, end: 88, endDTS: undefined },
      { sn: 105, end: 90, endDTS: 89.98 },
    ];
    hls().raise('FRAG_PARSED', { frag: inParts });
    hls().raise('FRAG_PARSED', { frag: whole });
    expect([inParts.endDTS, whole.endDTS]).toEqual([88, 89.98]);
  });
});

describe('tokens', () => {
  it('sends every request with the newest token, without interrupting the load', async () => {
    const { engine, requested, hls } = setUp();
    engine.setUrl(second);
    expect(await requested(first.replace('live.m3u8', '720p/5.m4s'))).toBe(
      second.replace('live.m3u8', '720p/5.m4s'),
    );
    expect(hls().calls).toEqual([`load ${first}`]);
  });

  it('renews an expired token before the request, once for all requests', async () => {
    const { requested, source } = setUp();
    vi.setSystemTime(now.getTime() + 130_000);
    const leaving = await Promise.all([requested(first), requested(first)]);
    expect(leaving).toEqual([second, second]);
    expect(source.renew).toHaveBeenCalledTimes(1);
  });

  it('renews on the first refusal and continues loading', async () => {
    const { hls, requested } = setUp();
    hls().raise('ERROR', refused);
    hls().raise('ERROR', refused);
    await settle();
    expect(hls().calls).toEqual([`load ${first}`, 'stop', 'start']);
    expect(await requested(first)).toBe(second);
  });

  it('loads the master playlist again when the server has refused it', async () => {
    const { hls } = setUp();
    hls().levels = [];
    hls().raise('ERROR', { ...refused, fatal: true });
    await settle();
    expect(hls().calls).toEqual([`load ${first}`, 'stop', `load ${second}`]);
  });

  it('reports the refusal when there is no new address', async () => {
    const refusal = new PlayerError('refused', 'two devices');
    const { hls, events } = setUp(() => Promise.reject(refusal));
    hls().raise('ERROR', refused);
    await settle();
    expect(events.onFailed).toHaveBeenCalledWith(refusal);
    expect(hls().calls.at(-1)).toBe('destroy');
  });

  it('retries while the renewal has no network', async () => {
    let isOnline = false;
    const { hls, source, events } = setUp(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return second;
    });
    hls().raise('ERROR', refused);
    await settle();
    isOnline = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(source.renew).toHaveBeenCalledTimes(2);
    expect(hls().calls.at(-1)).toBe('start');
    expect(events.onFailed).not.toHaveBeenCalled();
  });
});

describe('recovery', () => {
  it('loads again 1, 2, 4 and 8 s after each fatal network error', async () => {
    const { hls } = setUp();
    for (const seconds of [1, 2, 4, 8]) {
      hls().raise('ERROR', network);
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(hls().calls.at(-1)).toBe('stop');
      await vi.advanceTimersByTimeAsync(1);
      expect(hls().calls.at(-1)).toBe('start');
    }
    expect(FakeHls.built).toHaveLength(1);
  });

  it('asks twice more for a recording that is not there, then says so (41.11)', async () => {
    const { hls, events } = setUp(undefined, true);
    hls().levels = [];
    for (const seconds of [1, 2]) {
      hls().raise('ERROR', missing);
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      expect(hls().calls.at(-1)).toBe(`load ${first}`);
    }
    expect(events.onFailed).not.toHaveBeenCalled();
    hls().raise('ERROR', missing);
    expect(events.onFailed).toHaveBeenCalledWith(expect.objectContaining({ code: 'missing' }));
    expect(events.onReconnecting).toHaveBeenLastCalledWith(false);
  });

  it.each([
    ['of a live stream', false, () => {}],
    ['in the middle of a recording', true, (hls: FakeHls) => hls.raise('FRAG_BUFFERED')],
  ])('waits a minute for a file %s', async (_, isRecording, arrange) => {
    const { hls, events } = setUp(undefined, isRecording);
    arrange(hls());
    for (const seconds of [1, 2, 4]) {
      hls().raise('ERROR', missing);
      await vi.advanceTimersByTimeAsync(seconds * 1000);
    }
    hls().raise('ERROR', missing);
    expect(events.onFailed).not.toHaveBeenCalled();
  });

  it('waits while the browser is offline, and loads when the network is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { hls } = setUp();
    hls().raise('ERROR', network);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hls().calls.at(-1)).toBe('stop');
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(hls().calls.at(-1)).toBe('start');
  });

  it('gives up after three rebuilds', () => {
    const { hls, events } = setUp();
    for (let fault = 0; fault < 4; fault += 1) hls().raise('ERROR', { type: 'otherError', fatal: true });
    expect(FakeHls.built).toHaveLength(4);
    expect(events.onFailed).toHaveBeenCalledWith(expect.objectContaining({ code: 'media' }));
    expect(hls().calls.at(-1)).toBe('destroy');
  });

  it('reports that it is reconnecting until media arrives again', async () => {
    const { hls, events } = setUp();
    hls().raise('ERROR', network);
    expect(events.onReconnecting).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(1000);
    hls().raise('FRAG_BUFFERED');
    expect(events.onReconnecting).toHaveBeenLastCalledWith(false);
  });

  it('ignores errors that hls.js recovers from', () => {
    const { hls, events } = setUp();
    hls().raise('ERROR', { type: 'networkError', fatal: false, response: { code: 500 } });
    hls().raise('ERROR', { type: 'mediaError', fatal: false });
    expect(hls().calls).toEqual([`load ${first}`]);
    expect(events.onReconnecting).not.toHaveBeenCalled();
  });
});

describe('damaged media', () => {
  const decodeError = 3;
  const fragment = (sn: number, duration = 2) => ({
    sn,
    start: sn * 2,
    end: sn * 2 + duration,
    duration,
    level: 0,
    programDateTime: now.getTime() + sn * 2000,
    tagList: [],
  });
  const fragments = [0, 1, 2, 3].map((sn) => fragment(sn));
  const replay = { live: false, fragmentStart: 0, edge: 8, age: 0, fragments };
  const live = { ...replay, live: true, partHoldBack: 1, targetduration: 2 };

  function play(details: object, more: Partial<EngineSource> = {}) {
    const started = setUp(undefined, false, more);
    const { hls, video } = started;
    Object.assign(hls(), {
      latestLevelDetails: details,
      levels: [{ height: 360, bitrate: 700_000, details }],
    });
    video.currentTime = 5;
    // jsdom knows no errors of media.
    const fail = (code: number | null) =>
      Object.defineProperty(video, 'error', { configurable: true, value: code && { code, message: '' } });
    const breakDown = (code = decodeError) => {
      fail(code);
      video.dispatchEvent(new Event('error'));
      fail(null);
    };
    return { ...started, fail, breakDown };
  }

  it('is tried once more in a recording, then stepped over', () => {
    const { hls, events, breakDown } = play(replay);
    breakDown();
    expect(hls().calls.at(-1)).toBe('recover');
    expect(events.onReconnecting).toHaveBeenLastCalledWith(true);
    breakDown();
    expect(hls().calls.slice(-4)).toEqual(['hold', 'recover', 'go on', 'start 6']);
  });

  it('is waited for at the edge, on the last frame, until something follows it', () => {
    const { hls, breakDown } = play(live, { followsEdge: () => false });
    breakDown();
    hls().raise('LEVEL_LOADED', { details: live });
    expect(hls().calls.at(-1)).toBe('start 6');
    breakDown();
    const growing = { ...live, edge: 8.3, fragmentHint: fragment(4, 0.3) };
    Object.assign(hls(), { latestLevelDetails: live });
    hls().raise('LEVEL_LOADED', { details: live });
    hls().raise('LEVEL_LOADED', { details: growing });
    expect(hls().calls.filter((call) => /^start|hold/.test(call))).toEqual([
      'hold',
      'start 6',
      'hold',
      'start 6',
    ]);
  });

  it('is stepped over at once where hls.js names the file', () => {
    const { hls } = play(replay);
    hls().raise('ERROR', { ...media, details: 'fragParsingError', frag: fragments[1] });
    expect(hls().calls.slice(-4)).toEqual(['hold', 'recover', 'go on', 'start 4']);
  });

  it('is recovered at the next start where the player is paused', () => {
    const { hls, engine, events, breakDown, fail } = play(replay);
    engine.stopLoad();
    breakDown();
    expect(hls().calls.at(-1)).toBe('stop');
    expect(events.onReconnecting).not.toHaveBeenCalledWith(true);
    fail(decodeError);
    engine.startLoad();
    expect(hls().calls.at(-1)).toBe('recover');
  });

  it('is given up after eight steps, never without an end', () => {
    const { hls, events, breakDown } = play(live);
    for (let count = 0; count < 9; count += 1) breakDown();
    expect(events.onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'media' }));
    expect(hls().calls.at(-1)).toBe('destroy');
  });

  it.each([
    ['a source that the element does not take', 4, 2],
    ['an end of loading', 1, 1],
  ])('is not %s', (_, code, built) => {
    play(replay).breakDown(code);
    expect(FakeHls.built).toHaveLength(built);
  });

  it.each(['bufferAddCodecError', 'bufferIncompatibleCodecsError'])('is not a codec: %s', (details) => {
    const { hls } = play(replay);
    hls().raise('ERROR', { ...media, details });
    expect(FakeHls.built.map(({ config }) => config.startPosition)).toEqual([-1, 5]);
    expect(hls().calls).toEqual([`load ${first}`]);
  });
});

describe('loading', () => {
  it('sends no request after stopLoad, even when a retry was pending', async () => {
    const { engine, hls } = setUp();
    hls().raise('ERROR', network);
    engine.stopLoad();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hls().calls).toEqual([`load ${first}`, 'stop', 'stop']);
    engine.startLoad();
    expect(hls().calls.at(-1)).toBe('start');
  });

  it('goes to the edge of the first playlist after a start at the edge', () => {
    const { engine, hls, video } = setUp();
    const details = { live: true, fragmentStart: 40, edge: 100, age: 0, partHoldBack: 0 };
    hls().raise('LEVEL_LOADED', { details });
    expect(video.currentTime).toBe(0);
    engine.stopLoad();
    engine.startLoad(true);
    hls().raise('LEVEL_LOADED', { details: { ...details, edge: 130 } });
    expect(video.currentTime).toBe(127);
    video.currentTime = 90;
    hls().raise('LEVEL_LOADED', { details: { ...details, edge: 132 } });
    expect(video.currentTime).toBe(90);
  });

  it('does not start twice', () => {
    const { engine, hls } = setUp();
    engine.startLoad();
    expect(hls().calls).toEqual([`load ${first}`]);
  });

  it('keeps the chosen level after a rebuild', () => {
    const { engine, hls } = setUp();
    engine.selectLevel(1);
    hls().raise('ERROR', { type: 'otherError', fatal: true });
    hls().raise('MANIFEST_PARSED');
    expect(hls().nextLevel).toBe(1);
  });
});

describe('live', () => {
  const details = {
    live: true,
    fragmentStart: 40,
    edge: 100,
    age: 0,
    partHoldBack: 1,
    targetduration: 2,
  };

  it('waits less long for a live segment than for a recorded one', () => {
    const { hls } = setUp();
    expect(hls().config.fragLoadPolicy.default.maxTimeToFirstByteMs).toBe(8000);
    hls().raise('LEVEL_LOADED', { details });
    expect(hls().config.fragLoadPolicy.default.maxTimeToFirstByteMs).toBe(2500);
  });

  it('waits less long for a playlist that the server does not hold', () => {
    const { hls } = setUp();
    expect(hls().config.playlistLoadPolicy.default.maxTimeToFirstByteMs).toBe(8000);
    hls().raise('LEVEL_LOADED', { details: { ...details, partHoldBack: 0 } });
    expect(hls().config.playlistLoadPolicy.default.maxTimeToFirstByteMs).toBe(3000);
    hls().raise('LEVEL_LOADED', { details });
    expect(hls().config.playlistLoadPolicy.default.maxTimeToFirstByteMs).toBe(8000);
  });

  it('plays whole segments after three stalls, also after a rebuild', () => {
    const { hls, events } = setUp();
    hls().latestLevelDetails = details;
    expect(hls().config.lowLatencyMode).toBe(true);
    for (let stall = 0; stall < 3; stall += 1)
      hls().raise('ERROR', { type: 'mediaError', fatal: false, details: 'bufferStalledError' });
    expect(hls().targetLatency).toBe(6);
    hls().raise('ERROR', { type: 'otherError', fatal: true });
    expect(FakeHls.built).toHaveLength(2);
    expect(hls().config.lowLatencyMode).toBe(false);
    expect(events.onFailed).not.toHaveBeenCalled();
  });
});

// docs/product.md, 16.17
describe('a viewer behind the edge', () => {
  const date = now.getTime();
  const fragments = [40, 42, 44].map((start) => ({
    start,
    duration: 2,
    programDateTime: date + start * 1000,
  }));
  const details = { live: true, fragments, fragmentStart: 40, edge: 100, age: 0, partHoldBack: 1 };
  const moment = { takenAt: date + 43_000 };

  it('begins at the moment of the other camera, and sees nothing of the edge before', () => {
    const { hls, video } = setUp(undefined, false, { startsAt: moment });
    hls().raise('LEVEL_UPDATED', { details });
    expect(hls().calls.at(-1)).toBe('start 43');
    // What lies at the edge may be loaded later.
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
    Object.defineProperty(video, 'buffered', { value: { length: 1, start: () => 40, end: () => 100 } });
    video.currentTime = 43;
    hls().raise('LEVEL_UPDATED', { details: { ...details, edge: 101 } });
    hls().raise('LEVEL_LOADED', { details: { ...details, edge: 101 } });
    expect(video.currentTime).toBe(43);
    expect(hls().calls.filter((call) => call.startsWith('start'))).toHaveLength(1);
  });

  it('stays there after a rebuild; one who follows the edge goes back to it', () => {
    for (const follows of [false, true]) {
      const { hls, video } = setUp(undefined, false, { followsEdge: () => follows });
      Object.assign(hls(), { latestLevelDetails: details, playingDate: new Date(moment.takenAt) });
      video.currentTime = 43;
      hls().raise('ERROR', media);
      // The first remedy has emptied the element.
      Object.assign(hls(), { playingDate: new Date(date) });
      video.currentTime = 0;
      hls().raise('ERROR', media);
      hls().raise('LEVEL_UPDATED', { details });
      expect(hls().calls).toEqual([`load ${first}`, ...(follows ? [] : ['start 43'])]);
    }
  });
});

describe('window', () => {
  const playlist = { fragmentStart: 40, edge: 100, age: 2 };

  it('ends a safe distance before the edge, and moves with time while nothing loads', () => {
    const { engine, hls } = setUp();
    hls().latestLevelDetails = { ...playlist, live: true };
    expect(engine.window()).toEqual({ isLive: true, start: 42, end: 99 });
  });

  it('is the whole recording', () => {
    const { engine, hls } = setUp();
    hls().latestLevelDetails = { ...playlist, live: false };
    expect(engine.window()).toEqual({ isLive: false, start: 40, end: 100 });
  });
});

describe('a start whose first fragment is lost', () => {
  const details = { live: true, fragmentStart: 40, edge: 100, age: 0, partHoldBack: 1, targetduration: 2 };
  const lost = { type: 'networkError', fatal: false, frag: { sn: 1 }, response: { code: 404 } };

  /** Half a second each time: the playlist is read again and again. */
  function read(hls: FakeHls, seconds: number) {
    for (let half = 0; half < 2 * seconds; half += 1) {
      vi.advanceTimersByTime(500);
      hls.raise('LEVEL_LOADED', { details });
    }
  }

  it('begins again when no fragment is asked for any more', () => {
    const { hls, events } = setUp();
    hls().raise('FRAG_LOADING');
    hls().raise('ERROR', lost);
    read(hls(), 4);
    expect(events.onReconnecting).not.toHaveBeenCalled();
    read(hls(), 2);
    expect(events.onReconnecting).toHaveBeenCalledExactlyOnceWith(true);
    expect(hls().calls).toEqual([`load ${first}`, 'stop', 'start']);
  });

  it('waits for a fragment that is on its way, on a slow line', () => {
    const { hls, events } = setUp();
    hls().raise('FRAG_LOADING');
    read(hls(), 15);
    expect(events.onReconnecting).not.toHaveBeenCalled();
  });

  it('is no matter while nothing is to be loaded, and when there is a picture', () => {
    for (const stops of [true, false]) {
      const { engine, hls, events, video } = setUp();
      if (stops) engine.stopLoad();
      else vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA);
      read(hls(), 15);
      expect(events.onReconnecting).not.toHaveBeenCalledWith(true);
    }
  });
});

// docs/product.md, 16.21
describe('a recording that is trimmed while it plays', () => {
  const fragmentsFrom = (from: number) =>
    [0, 1, 2].map((at) => ({
      start: at * 2,
      duration: 2,
      programDateTime: now.getTime() + (from + at) * 2000,
    }));
  const details = (from: number, count: number) => ({
    live: false,
    fragments: fragmentsFrom(from).slice(0, count),
    fragmentStart: 0,
    edge: count * 2,
    age: 0,
    targetduration: 2,
  });

  it('goes on at the same picture, and the viewer is told', () => {
    const { hls, video, events } = setUp(undefined, true);
    Object.assign(hls(), { latestLevelDetails: details(0, 3), playingDate: new Date(now.getTime() + 3000) });
    hls().raise('LEVEL_LOADED', { details: details(0, 3) });
    hls().raise('FRAG_BUFFERED');
    video.currentTime = 3;
    hls().raise('ERROR', { ...missing, frag: { sn: 2 } });
    expect(FakeHls.built.map(({ config }) => config.startPosition)).toEqual([-1, -1]);
    expect(events.onChanged).not.toHaveBeenCalled();
    hls().raise('LEVEL_LOADED', { details: details(1, 2) });
    expect(video.currentTime).toBe(1);
    expect(events.onChanged).toHaveBeenCalledOnce();
  });
});

describe('a live picture whose buffer has run dry', () => {
  const fragments = [0, 1, 2].map((sn) => ({
    sn,
    start: sn * 2,
    end: sn * 2 + 2,
    duration: 2,
    level: 0,
    programDateTime: now.getTime() + sn * 2000,
    tagList: [],
  }));
  const details = {
    live: true,
    fragments,
    fragmentStart: 0,
    edge: 6,
    age: 0,
    partHoldBack: 1,
    targetduration: 2,
  };

  function runDry(loadedTo: number) {
    const { hls, video } = setUp();
    Object.assign(hls(), { latestLevelDetails: details });
    vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
    vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA);
    vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => loadedTo });
    video.currentTime = loadedTo - 0.1;
    return hls();
  }

  const readOn = (hls: FakeHls, seconds: number) => {
    for (let half = 0; half < 2 * seconds; half += 1) {
      vi.advanceTimersByTime(500);
      hls.raise('LEVEL_LOADED', { details });
    }
  };

  it('goes on behind the place for which hls.js asks nothing any more', () => {
    // The second fragment brought half a second; the edge is further now.
    const hls = runDry(2.5);
    hls.raise('FRAG_LOADING');
    readOn(hls, 5);
    expect(hls.calls).not.toContain('recover');
    hls.raise('FRAG_LOADED', { frag: { sn: 1 } });
    readOn(hls, 2.5);
    expect(hls.calls.slice(-4)).toEqual(['hold', 'recover', 'go on', 'start 4.8']);
  });

  it('waits while there is nothing more', () => {
    const hls = runDry(5.5);
    readOn(hls, 10);
    expect(hls.calls).not.toContain('recover');
  });
});

describe('a picture that stands still', () => {
  const arrive = (raise: FakeHls['raise'], numbers: number[], everyMs = 2000) => {
    for (const sn of numbers) {
      vi.advanceTimersByTime(everyMs);
      raise.call(FakeHls.built.at(-1), 'FRAG_LOADED', { frag: { sn } });
    }
  };

  function standStill() {
    const { hls, video } = setUp();
    vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
    vi.spyOn(video, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA);
    return hls();
  }

  it('is recovered when more fragments arrive', () => {
    const hls = standStill();
    arrive(hls.raise, [1, 2, 3, 4, 5]);
    expect(hls.calls).toContain('recover');
  });

  it('is no fault while a slow device has not shown the position that the viewer went back to', () => {
    const hls = standStill();
    arrive(hls.raise, [1, 2, 3, 4, 5, 6, 7], 50);
    expect(hls.calls).not.toContain('recover');
  });

  it('is no fault while the parts of one fragment arrive, as at the start of a low-latency stream', () => {
    const hls = standStill();
    arrive(hls.raise, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(hls.calls).not.toContain('recover');
  });
});
