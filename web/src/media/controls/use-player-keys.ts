import { useEffect } from 'react';
import { keyOf } from '../../ui/key-of.ts';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { preferences, setPreference } from '../preferences.ts';
import { belongsToPage, type KeyRequest, requestForKey } from './player-keys.ts';
import { areShortcutsOn, openShortcutList } from './shortcut-list.tsx';

interface Handlers {
  onUsed: () => void;
  onStatistics: () => void;
}

/** Handles the player's keys on the whole page, unless another control uses them. */
export function usePlayerKeys(
  player: MediaPlayer,
  frame: HTMLElement | null,
  { onUsed, onStatistics }: Handlers,
) {
  useEffect(() => {
    if (!frame) return;
    function onKeyDown(event: KeyboardEvent) {
      const request = requestForKey(keyOf(event), event.shiftKey);
      if (!frame || !request || belongsToPage(event, frame)) return;
      if (!areShortcutsOn() && !frame.contains(document.activeElement)) return;
      event.preventDefault();
      // A held key takes steps; it turns nothing on and off.
      if (event.repeat && !request.do.endsWith('-by')) return;
      if (request.do === 'toggle-statistics') onStatistics();
      else execute(request, player, frame);
      onUsed();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [player, frame, onUsed, onStatistics]);
}

function execute(
  request: Exclude<KeyRequest, { do: 'toggle-statistics' }>,
  player: MediaPlayer,
  frame: HTMLElement,
) {
  const { isPaused, isMuted, volume, isInPictureInPicture, windowStart, windowEnd } = player.getState();
  switch (request.do) {
    case 'toggle-play':
      return isPaused ? player.play() : player.pause();
    case 'toggle-mute':
      return player.setMuted(!isMuted);
    case 'toggle-fullscreen':
      return void toggleFullscreen(frame, player.video);
    case 'toggle-picture-in-picture':
      return void (isInPictureInPicture ? player.leavePictureInPicture() : player.enterPictureInPicture());
    case 'seek-by':
      return player.seekBy(request.seconds);
    case 'skip-chapter':
      return player.skipChapter(request.step);
    case 'seek-to':
      return player.seekTo(windowStart + request.share * (windowEnd - windowStart));
    case 'toggle-theatre':
      return setPreference({ isTheatre: !preferences.get().isTheatre });
    case 'volume-by':
      return player.setVolume((isMuted ? 0 : volume) + request.step);
    case 'show-shortcuts':
      return openShortcutList();
  }
}
