/**
 * Shows the video of a watch page before the app has loaded, in the position and size of the page's own stage (keep it
 * in step with `watch-layout.module.css`). The player's surface later takes the video element and removes the rest.
 */

import { preferences } from '../../../media/preferences.ts';
import { earlyStageAttribute } from '../../../media/video-element.ts';

const header = 'var(--header-height)';
const wide = '(min-width: 64em)';
const landscapePhone = '(orientation: landscape) and (max-height: 30em) and (pointer: coarse)';
const landscape = '(orientation: landscape)';
/** The gutters of the page, and its side beside the gap. */
const gutters = '3.5rem';
const side = '(clamp(19rem, 26vw, 27rem) + 1.75rem)';

function boxStyle() {
  if (window.matchMedia(landscapePhone).matches) return 'inset: 0 0 auto; height: 100dvh';
  if (!window.matchMedia(wide).matches) {
    const height = window.matchMedia(landscape).matches
      ? `height: min(56.25vw, 100dvh - ${header})`
      : 'aspect-ratio: 16 / 9';
    return `inset: ${header} 0 auto; ${height}`;
  }
  if (preferences.get().isTheatre) {
    const width = `min(100% - ${gutters}, (100dvh - ${header} - 4.75rem) * 16 / 9)`;
    return `top: ${header}; left: calc((100% - ${width}) / 2); width: ${width}; aspect-ratio: 16 / 9`;
  }
  const page = `min(100% - ${gutters}, 110rem)`;
  const picture = `max(36rem, (100dvh - ${header} - 13.75rem) * 16 / 9)`;
  return [
    `top: calc(${header} + 1.25rem); left: calc((100% - ${page}) / 2)`,
    `width: min(${page} - ${side}, ${picture}); aspect-ratio: 16 / 9; border-radius: 0.75rem 0.75rem 0 0`,
  ].join(';');
}

const videoStyle = 'display: block; width: 100%; height: 100%; object-fit: contain';

/** Puts the video on screen unless the page already has it. */
export function showEarly(video: HTMLVideoElement) {
  if (video.isConnected) return;
  const stage = document.createElement('div');
  stage.setAttribute(earlyStageAttribute, '');
  stage.style.cssText = `position: absolute; overflow: hidden; background: #06090e; ${boxStyle()}`;
  video.style.cssText = videoStyle;
  stage.append(video);
  document.body.append(stage);
}

/** Removes the early stage when no page has taken the video. */
export function hideEarly() {
  document.querySelector(`[${earlyStageAttribute}]`)?.remove();
}
