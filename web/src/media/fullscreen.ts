/** Full screen of the player's frame, with its controls; on iPhones only the video itself can do it. */
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
  return useSyncExternalStore(subscribe, () => frame !== null && document.fullscreenElement === frame);
}

export async function toggleFullscreen(frame: Element, video: HTMLVideoElement) {
  if (document.fullscreenElement === frame) return await document.exitFullscreen();
  if (!document.fullscreenEnabled) return (video as AppleVideo).webkitEnterFullscreen?.();
  try {
    await frame.requestFullscreen({ navigationUI: 'hide' });
    // A phone held upright shows the fight across its whole screen.
    await (screen.orientation as unknown as LockableOrientation).lock?.('landscape');
  } catch {
    // Refused, or an orientation that cannot be locked: the video stays where it is.
  }
}
