import { native } from '../native.ts';

/** docs/product.md, 16.12 */
const resumeWindowMs = 1000;

let inactiveAt = Number.NEGATIVE_INFINITY;

/** Observes when the app goes to the background; returns a function that stops it. */
export function watchBackground() {
  return native().onActiveChange((isActive) => {
    inactiveAt = isActive ? Number.NEGATIVE_INFINITY : performance.now();
  });
}

/** True for a pause by iOS, which pauses the video when the app goes to the background. */
export function isBackgroundPause() {
  return native().isIos && performance.now() - inactiveAt < resumeWindowMs;
}
