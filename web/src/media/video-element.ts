/** Marks the element that shows the video before its page is there. */
export const earlyStageAttribute = 'data-early-stage';

/** A player owns its element, which keeps its last frame while the viewer is on another route. */
export function createVideo(volume: { level: number; isMuted: boolean }) {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  video.volume = volume.level;
  video.muted = volume.isMuted;
  // Controls of our own stand around it; the element itself is no stop of the keyboard.
  video.tabIndex = -1;
  return video;
}

export function canPictureInPicture() {
  return document.pictureInPictureEnabled === true;
}

/** The browser may refuse, for example without a press; then nothing changes. */
export async function enterPictureInPicture(video: HTMLVideoElement) {
  await video.requestPictureInPicture().catch(() => undefined);
}

export async function leavePictureInPicture(video: HTMLVideoElement) {
  if (document.pictureInPictureElement !== video) return;
  await document.exitPictureInPicture().catch(() => undefined);
}
