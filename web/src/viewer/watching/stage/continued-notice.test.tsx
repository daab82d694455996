import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { MediaPlayer } from '../../../media/media-player.ts';
import { initialState, type PlayerState } from '../../../media/player-state.ts';
import { createStore } from '../../../store.ts';
import { renderPage } from '../../../test/render.tsx';
import { createContinued } from '../watch/continued.ts';
import { ContinuedNotice } from './continued-notice.tsx';

/** A recording that was left at 1,800 seconds. */
function open() {
  const details = { title: 'Main card', description: null, poster: null };
  const initial = { ...initialState('ring/replay', details, { level: 1, isMuted: false }), windowStart: 5 };
  const { get, set, subscribe } = createStore<PlayerState>(initial);
  const [seekTo, play] = [vi.fn(), vi.fn()];
  const video = document.createElement('video');
  const player = { getState: get, subscribe, seekTo, play, video } as unknown as MediaPlayer;
  renderPage(<ContinuedNotice continued={createContinued(player, 1_800)} player={player} />);
  const show = (currentTime: number) => act(() => set({ ...get(), hasFrame: true, currentTime }));
  return { seekTo, play, show };
}

it('says nothing before the picture is there', () => {
  open();
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that the recording goes on where the viewer stopped, and offers to start over', async () => {
  const { show, seekTo, play } = open();
  show(1_800);
  expect(screen.getByRole('status').textContent).toBe('You continue where you stopped.');
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect([seekTo.mock.calls, play.mock.calls.length]).toEqual([[[5]], 1]);
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that a fight begins again, also while it goes on, and leads to where the viewer stopped', async () => {
  const { show, seekTo } = open();
  show(1_200);
  show(1_801);
  expect(screen.getByRole('status').textContent).toBe('You continue at the start of this fight.');
  await userEvent.click(screen.getByRole('button', { name: 'Where I stopped' }));
  expect(seekTo.mock.calls).toEqual([[1_805]]);
});
