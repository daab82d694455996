import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createNativeEngine } from './native-engine.ts';
import { PlayerError } from './player-error.ts';

const address = (lease: string, sig = 'sig') =>
  `/media/hls/${sig}/1795300000/${lease}/stream-1/demo/replay.m3u8`;

/** An element that records what is opened in it; the browser's own HLS is not in this test. */
function setUp(renew = async () => address('lease-2')) {
  const video = document.createElement('video');
  const opened: string[] = [];
  Object.defineProperty(video, 'src', { set: (url: string) => void opened.push(url) });
  Object.defineProperty(video, 'duration', { value: 192 });
  Object.defineProperty(video, 'paused', { value: false, writable: true });
  vi.spyOn(video, 'play').mockResolvedValue();
  vi.spyOn(video, 'load').mockReturnValue();
  const events = {
    onLevels: vi.fn(),
    onLevel: vi.fn(),
    onReconnecting: vi.fn(),
    onChanged: vi.fn(),
    onFailed: vi.fn(),
  };
  const engine = createNativeEngine(video, { url: address('lease-1'), renew }, events);
  return { video, opened, events, engine };
}

beforeEach(() => vi.restoreAllMocks());

describe('a native player', () => {
  it('keeps its address when only the signature is newer', () => {
    const { engine, opened } = setUp();
    engine.setUrl(address('lease-1', 'later'));
    expect(opened).toEqual([address('lease-1')]);
  });

  it('opens the address of a new session at its position, because the old one is refused now', () => {
    const { engine, opened, video } = setUp();
    video.currentTime = 71;
    engine.setUrl(address('lease-2'));
    expect(opened).toEqual([address('lease-1'), address('lease-2')]);
    expect(video.currentTime).toBe(71);
    expect(video.play).toHaveBeenCalledTimes(1);
  });

  it('opens a refused stream once more with a new address, then gives up', async () => {
    const { video, opened, events } = setUp();
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(opened).toEqual([address('lease-1'), address('lease-2')]), 15_000);
    video.dispatchEvent(new Event('error'));
    expect(events.onFailed).toHaveBeenCalledWith(expect.objectContaining({ code: 'media' }));
  });

  it('goes on behind media that cannot be decoded, and gives up in the end', () => {
    const { video, opened, events } = setUp();
    Object.defineProperty(video, 'error', { value: { code: 3 } });
    video.currentTime = 71;
    video.dispatchEvent(new Event('error'));
    expect(events.onReconnecting).toHaveBeenLastCalledWith(true);
    expect([video.currentTime, opened]).toEqual([73, [address('lease-1'), address('lease-1')]]);
    video.dispatchEvent(new Event('playing'));
    expect(events.onReconnecting).toHaveBeenLastCalledWith(false);
    for (let count = 0; count < 8; count += 1) video.dispatchEvent(new Event('error'));
    expect(events.onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'media' }));
    expect(opened).toHaveLength(9);
  });

  it('that is paused waits with a refusal, and opens the new address when it starts', async () => {
    const renew = vi.fn(async () => address('lease-2'));
    const { engine, video, opened, events } = setUp(renew);
    Object.assign(video, { paused: true, currentTime: 71 });
    engine.stopLoad();
    video.dispatchEvent(new Event('error'));
    await Promise.resolve();
    expect(renew).not.toHaveBeenCalled();
    expect(events.onFailed).not.toHaveBeenCalled();
    Object.assign(video, { paused: false });
    engine.setUrl(address('lease-2'));
    engine.startLoad();
    expect(opened).toEqual([address('lease-1'), address('lease-2')]);
    expect(video.currentTime).toBe(71);
  });

  it('that only seeks while it is paused does not start to play', () => {
    const { engine, video, opened } = setUp();
    Object.assign(video, { paused: true });
    engine.stopLoad();
    video.dispatchEvent(new Event('error'));
    engine.startLoad();
    expect(opened).toHaveLength(2);
    expect(video.play).not.toHaveBeenCalled();
  });

  it('reports the refusal when there is no new address', async () => {
    const refusal = new PlayerError('refused', 'no access');
    const { video, events } = setUp(() => Promise.reject(refusal));
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledWith(refusal), 15_000);
  });
});
