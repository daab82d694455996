import { native } from '../../native.ts';

/** docs/product.md, 16.12 */
const resumeWindowMs = 1000;

let wentAt = Number.NEGATIVE_INFINITY;

/** Observes when the app goes to the background; returns a function that stops it. */
export function watchBackground() {
  const stops = [
    native().onBackground(() => {
      wentAt = performance.now();
    }),
    native().onActiveChange((isActive) => {
      if (isActive) wentAt = Number.NEGATIVE_INFINITY;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    wentAt = Number.NEGATIVE_INFINITY;
  };
}

/** True for a pause by iOS, which pauses the video when the app goes to the background. */
export function isBackgroundPause() {
  return native().isIos && performance.now() - wentAt < resumeWindowMs;
}
