/** Shows the frame of the player with its controls in full screen; on iPhones only the video itself. */
import { useSyncExternalStore } from 'react';

interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

interface LockableOrientation {
  lock?: (orientation: 'landscape') => Promise<void>;
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export function useIsFullscreen(frame: Element | null) {
  return useSyncExternalStore(
    subscribe,
    () => frame !== null && document.fullscreenElement === frame,
    () => false,
  );
}

export async function toggleFullscreen(frame: Element, video: HTMLVideoElement) {
  if (document.fullscreenElement === frame) return await document.exitFullscreen();
  if (!document.fullscreenEnabled) return (video as AppleVideo).webkitEnterFullscreen?.();
  try {
    await frame.requestFullscreen({ navigationUI: 'hide' });
    // A phone in portrait turns the picture, so that it fills the screen.
    await (screen.orientation as unknown as LockableOrientation).lock?.('landscape');
  } catch {
    // Full screen was refused, or the orientation cannot be locked.
  }
}
