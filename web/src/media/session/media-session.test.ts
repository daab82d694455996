import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakePlayback } from '../../test/fake-media.ts';
import { createFakePlayers, playerSource } from '../../test/fake-players.ts';
import { setPreference } from '../preferences.ts';
import { connectMediaSession } from './media-session.ts';

class FakeMediaSession {
  playbackState: MediaSessionPlaybackState = 'none';
  metadata: { title: string } | null = null;
  handlers = new Map<string, MediaSessionActionHandler | null>();
  positions: (MediaPositionState | undefined)[] = [];
  setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
    this.handlers.set(action, handler);
  }
  setPositionState(position?: MediaPositionState) {
    this.positions.push(position);
  }
  do(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) {
    this.handlers.get(action)?.({ action, ...details });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  installFakePlayback();
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
});
afterEach(() => vi.useRealTimers());

const pictureId = '0199a3c4-0007-7000-8000-0000000000f1';
const details = {
  title: 'Main card',
  description: 'Rotterdam Rumble 7',
  poster: `/media/pictures/${pictureId}/1280.jpg`,
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function setUp(isLive = false) {
  const { engines, registry } = createFakePlayers();
  const system = new FakeMediaSession();
  connectMediaSession(registry, system as unknown as MediaSession);
  const player = registry.activate('stream-1', details);
  await player.open(playerSource());
  const [engine] = engines.opened;
  if (engine) engine.playable = { isLive, start: 0, end: 600 };
  player.video.currentTime = 100;
  player.play();
  await pass(0);
  return { registry, system, player };
}

describe('media session', () => {
  it('publishes what plays, 1000 ms after the last change', async () => {
    const { system, player } = await setUp();
    expect(system.playbackState).toBe('playing');
    for (let count = 0; count < 8; count += 1) player.video.dispatchEvent(new Event('timeupdate'));
    expect(system.metadata).toBeNull();
    await pass(1000);
    expect(system.metadata).toMatchObject({
      title: 'Main card',
      artist: 'Rotterdam Rumble 7',
      artwork: [
        { src: `/media/pictures/${pictureId}/artwork-512.jpg`, sizes: '512x512', type: 'image/jpeg' },
      ],
    });
    expect(system.positions).toEqual([
      { duration: Number.POSITIVE_INFINITY, position: 100, playbackRate: 1 },
    ]);
  });

  // docs/product.md, 33.3
  it('tells the length of a replay only where the viewer shows it', async () => {
    const { system } = await setUp();
    setPreference({ showsLength: true });
    await pass(1000);
    expect(system.positions).toEqual([{ duration: 600, position: 100, playbackRate: 1 }]);
    setPreference({ showsLength: false });
    await pass(1000);
    expect(system.positions.at(-1)).toMatchObject({ duration: Number.POSITIVE_INFINITY });
  });

  it('waits until a change is 1000 ms old, and tells no position that only time has moved', async () => {
    const { system, player } = await setUp();
    for (const seconds of [200, 300, 400]) {
      await pass(700);
      player.seekTo(seconds);
    }
    expect(system.positions).toEqual([]);
    await pass(1000);
    expect(system.positions).toEqual([
      { duration: Number.POSITIVE_INFINITY, position: 400, playbackRate: 1 },
    ]);
    for (let count = 0; count < 20; count += 1) {
      await pass(250);
      player.video.currentTime += 0.25;
      player.video.dispatchEvent(new Event('timeupdate'));
    }
    expect(system.positions).toHaveLength(1);
    player.setRate(2);
    await pass(1000);
    expect(system.positions.at(-1)).toMatchObject({ playbackRate: 2 });
  });

  it('is paused while the paused player is on screen, and none after its route was left', async () => {
    const { system, player, registry } = await setUp();
    player.pause();
    expect(system.playbackState).toBe('paused');
    registry.deactivate('stream-1');
    expect(system.playbackState).toBe('none');
    expect(system.metadata).toBeNull();
    expect(system.handlers.get('play')).toBeNull();
  });

  it('seeks by 30 s unless the system names another step', async () => {
    const { system, player } = await setUp();
    system.do('seekforward');
    expect(player.video.currentTime).toBe(130);
    system.do('seekbackward');
    expect(player.video.currentTime).toBe(100);
    system.do('seekforward', { seekOffset: 5 });
    expect(player.video.currentTime).toBe(105);
  });

  it('pauses and plays with the media keys', async () => {
    const { system, player } = await setUp();
    system.do('pause');
    expect(player.getState().isPaused).toBe(true);
    system.do('play');
    await pass(0);
    expect(player.getState().isPaused).toBe(false);
  });

  it('gives a live stream no position', async () => {
    const { system } = await setUp(true);
    await pass(1000);
    expect(system.positions).toEqual([undefined]);
  });
});
