import { isWatchPage } from '../paths.ts';

/** A video plays, also in the corner or in picture-in-picture, or may do so in a moment; a dialog waits for an answer. */
export function isBusy() {
  if (isWatchPage(window.location.pathname) || document.pictureInPictureElement) return true;
  if (document.querySelector('[data-mini-player], [role="dialog"]')) return true;
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended);
}

export function isWatching() {
  return isWatchPage(window.location.pathname) && [...document.querySelectorAll('video')].some(isRunning);
}

const isRunning = ({ paused, ended, readyState }: HTMLVideoElement) => !paused && !ended && readyState > 2;
