/**
 * Shows the video of a cold watch page before the app is there, in the place and size of the page's own stage
 * (`watch-layout.module.css`; keep both in step). The player's surface takes the element over and removes the rest.
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

/** Takes it away again when no page has come for it. */
export function hideEarly() {
  document.querySelector(`[${earlyStageAttribute}]`)?.remove();
}
