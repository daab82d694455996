import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlayerError } from '../../media/engine/player-error.ts';
import { createFakeEngines, installFakePlayback } from '../../test/fake-media.ts';
import { createPreview, type Preview } from './preview.ts';

let engines: ReturnType<typeof createFakeEngines>;
const opened: Preview[] = [];
const sign = vi.fn(async () => ({ url: '/media/hls/sig/1/preview-1/stream/demo/live.m3u8' }));

beforeEach(() => {
  installFakePlayback();
  engines = createFakeEngines();
  sign.mockClear();
});
afterEach(() => {
  for (const preview of opened.splice(0)) preview.end();
});

async function open(title = 'Ring camera') {
  const preview = createPreview(title, { sign, openEngine: engines.openEngine });
  opened.push(preview);
  await vi.waitFor(() => expect(preview.getState().phase).not.toBe('connecting'), 15_000);
  return preview;
}

function playerOf(preview: Preview) {
  const state = preview.getState();
  if (state.phase !== 'playing') throw new Error(`The preview is ${state.phase}`);
  return state.player;
}

it('plays muted, several at the same time', async () => {
  const players = [playerOf(await open('Ring')), playerOf(await open('Corner'))];
  await vi.waitFor(() => expect(players.map(({ video }) => video.paused)).toEqual([false, false]), 15_000);
  expect(players.every(({ video }) => video.muted)).toBe(true);
  expect(window.localStorage.getItem('ringside-volume')).toBeNull();
});

it('pauses and stops loading while nobody sees it', async () => {
  const preview = await open();
  const { video } = playerOf(preview);
  await vi.waitFor(() => expect(video.paused).toBe(false), 15_000);
  preview.setWanted(false);
  await vi.waitFor(() => expect(engines.opened[0]?.isLoading).toBe(false), 15_000);
  expect(video.paused).toBe(true);
  preview.setWanted(true);
  await vi.waitFor(() => expect(video.paused).toBe(false), 15_000);
});

it('asks for another address when the engine needs one', async () => {
  await open();
  await engines.opened[0]?.source.renew();
  expect(sign).toHaveBeenCalledTimes(2);
});

it('says when there is no address, and tries again when asked to', async () => {
  sign.mockRejectedValueOnce(new PlayerError('refused', 'Forbidden'));
  const preview = await open();
  expect(preview.getState()).toMatchObject({ phase: 'failed', error: { code: 'refused' } });
  preview.retry();
  await vi.waitFor(() => expect(preview.getState().phase).toBe('playing'), 15_000);
});

it('says when the picture is lost, and lets go of the player', async () => {
  const preview = await open();
  const { video } = playerOf(preview);
  engines.opened[0]?.events.onFailed(new PlayerError('network', 'lost'));
  expect(preview.getState().phase).toBe('failed');
  expect(video.paused).toBe(true);
  expect(engines.opened[0]?.isDestroyed).toBe(true);
});
