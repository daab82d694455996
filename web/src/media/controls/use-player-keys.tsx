import { useEffect } from 'react';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { belongsToPage, type KeyRequest, requestForKey } from './player-keys.ts';
import { areShortcutsOn, ShortcutList } from './shortcut-list.tsx';

/** Handles the player's keys on the whole page, unless another control uses them. */
export function usePlayerKeys(player: MediaPlayer, frame: HTMLElement | null, onUsed: () => void) {
  useEffect(() => {
    if (!frame) return;
    function onKeyDown(event: KeyboardEvent) {
      const request = requestForKey(event.key);
      if (!frame || !request || belongsToPage(event, frame)) return;
      if (!areShortcutsOn() && !frame.contains(document.activeElement)) return;
      event.preventDefault();
      execute(request, player, frame);
      onUsed();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [player, frame, onUsed]);
}

function execute(request: KeyRequest, player: MediaPlayer, frame: HTMLElement) {
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
    case 'seek-to':
      return player.seekTo(windowStart + request.share * (windowEnd - windowStart));
    case 'volume-by':
      return player.setVolume((isMuted ? 0 : volume) + request.step);
    case 'show-shortcuts':
      return void openModal({ title: 'Keyboard', content: () => <ShortcutList /> });
  }
}
