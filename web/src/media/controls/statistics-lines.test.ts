import { describe, expect, it } from 'vitest';
import type { EngineFigures } from '../engine/engine.ts';
import { initialState, type PlayerState } from '../player-state.ts';
import { statisticsLines } from './statistics-lines.ts';

const details = { title: 'Main card', description: null, poster: null };

function linesOf(figures: Omit<EngineFigures, 'takenAt'>, state: Partial<PlayerState>, video: object) {
  const initial = initialState('stream', details, { level: 1, isMuted: false });
  return Object.fromEntries(
    statisticsLines({
      figures: () => ({ ...figures, takenAt: null }),
      getState: () => ({ ...initial, ...state }),
      video: video as HTMLVideoElement,
    }),
  );
}

describe('the statistics', () => {
  it('say how far the picture is behind, and how well it plays', () => {
    const levels = [{ index: 0, height: 720, bandwidth: 2_640_000 }];
    const quality = { droppedVideoFrames: 2, totalVideoFrames: 1000 };
    expect(
      linesOf(
        { latency: 1.64, network: 14_200_000 },
        { currentTime: 10, bufferedEnd: 11.2, levels, playingLevel: 0 },
        { videoWidth: 1280, videoHeight: 720, getVideoPlaybackQuality: () => quality },
      ),
    ).toEqual({
      Latency: '1.6 s',
      Buffer: '1.2 s',
      Picture: '1280 × 720',
      Quality: '2.6 Mbit/s',
      Network: '14.2 Mbit/s',
      Dropped: '2 of 1000 frames',
    });
  });

  it('leave out what nobody knows: a recording has no latency', () => {
    expect(linesOf({ latency: null, network: null }, {}, { videoWidth: 0 })).toEqual({ Buffer: '0.0 s' });
  });
});
