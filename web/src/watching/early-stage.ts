/**
 * Shows the video of a watch page before the app has loaded, in the position and size of the page's own stage (keep it
 * in step with `watch-layout.module.css`). The player's surface later takes the video element and removes the rest.
 */
import { earlyStageAttribute } from '../media/video-element.ts';

const stageStyle = 'position: absolute; inset: var(--header-height) 0 auto; background: #000';
const videoStyle =
  'display: block; margin: 0 auto; aspect-ratio: 16 / 9; object-fit: contain; ' +
  'width: min(100%, (100dvh - var(--header-height) - 7rem) * 16 / 9); min-width: min(100%, 30rem)';

/** Puts the video on screen unless the page already has it. */
export function showEarly(video: HTMLVideoElement) {
  if (video.isConnected) return;
  const stage = document.createElement('div');
  stage.setAttribute(earlyStageAttribute, '');
  stage.style.cssText = stageStyle;
  video.style.cssText = videoStyle;
  stage.append(video);
  document.body.append(stage);
}

/** Removes the early stage when no page has taken the video. */
export function hideEarly() {
  document.querySelector(`[${earlyStageAttribute}]`)?.remove();
}
