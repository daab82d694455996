/** Marks the element that shows the video before its page is there. */
export const earlyStageAttribute = 'data-early-stage';

/** A player owns its element, which keeps its last frame while the viewer is on another route. */
export function createVideo(volume: { level: number; isMuted: boolean }) {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  video.volume = volume.level;
  video.muted = volume.isMuted;
  // The player has its own controls, so the Tab key skips the element.
  video.tabIndex = -1;
  return video;
}

/** @param level 0 to 1. */
export function setVolume(video: HTMLVideoElement, level: number) {
  video.volume = Math.round(Math.min(Math.max(level, 0), 1) * 100) / 100;
  video.muted = level <= 0;
}

export function setMuted(video: HTMLVideoElement, isMuted: boolean) {
  if (!isMuted && video.volume === 0) video.volume = 0.5;
  video.muted = isMuted;
}

export function setRate(video: HTMLVideoElement, rate: number) {
  video.playbackRate = rate;
  video.defaultPlaybackRate = rate;
}

export function canPictureInPicture() {
  return document.pictureInPictureEnabled === true;
}

/** The browser may refuse, for example without a user gesture; then nothing changes. */
export async function enterPictureInPicture(video: HTMLVideoElement) {
  await video.requestPictureInPicture().catch(() => undefined);
}

export async function leavePictureInPicture(video: HTMLVideoElement) {
  if (document.pictureInPictureElement !== video) return;
  await document.exitPictureInPicture().catch(() => undefined);
}

/**
 * The video takes the place of another one in picture-in-picture. While a video is there, browsers ask for no press. If the
 * browser refuses, or the viewer has closed the window meanwhile, no video is in picture-in-picture afterwards.
 */
export async function takePictureInPicture(
  video: HTMLVideoElement,
  before: HTMLVideoElement,
  signal: AbortSignal,
) {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
    await new Promise<void>((resolve) => {
      video.addEventListener('loadeddata', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  if (document.pictureInPictureElement !== before) return;
  if (!signal.aborted) await enterPictureInPicture(video);
  await leavePictureInPicture(before);
}
