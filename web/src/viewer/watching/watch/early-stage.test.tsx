import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MediaPlayer } from '../../../media/media-player.ts';
import { PlayerSurface } from '../../../media/player-surface.tsx';
import { createVolumeStore } from '../../../media/volume.ts';
import { createFakeEngines, installFakePlayback } from '../../../test/fake-media.ts';
import { hideEarly, showEarly } from './early-stage.ts';

const earlyStage = () => document.querySelector('[data-early-stage]');

beforeEach(() => {
  installFakePlayback();
});
afterEach(hideEarly);

function createPlayer() {
  return new MediaPlayer(
    'stream-1',
    { title: 'Main card', description: null, poster: null },
    {
      openEngine: createFakeEngines().openEngine,
      volume: createVolumeStore(() => window.localStorage),
      isBackgroundPause: () => false,
    },
    { onPlay: () => {}, onPause: () => {}, onFailed: () => {} },
  );
}

it('shows the video before its page, which takes it and removes the early stage', () => {
  const player = createPlayer();
  showEarly(player.video);
  expect(earlyStage()?.contains(player.video)).toBe(true);
  const { container } = render(<PlayerSurface player={player} />);
  expect(container.contains(player.video)).toBe(true);
  expect(player.video.style.cssText).toBe('');
  expect(earlyStage()).toBeNull();
});

it('does not take the video from a page that already shows it', () => {
  const player = createPlayer();
  const { container } = render(<PlayerSurface player={player} />);
  showEarly(player.video);
  expect(container.contains(player.video)).toBe(true);
  expect(earlyStage()).toBeNull();
});

it('is removed when no page takes the video', () => {
  showEarly(document.createElement('video'));
  hideEarly();
  expect(earlyStage()).toBeNull();
});
