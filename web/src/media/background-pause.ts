import { native } from '../native.ts';

/** Specification, section 9. */
const resumeWindowMs = 1000;

let inactiveAt = Number.NEGATIVE_INFINITY;

/** Begins to watch the app's way into the background; returns how to end it. */
export function watchBackground() {
  return native().onActiveChange((isActive) => {
    inactiveAt = isActive ? Number.NEGATIVE_INFINITY : performance.now();
  });
}

/** iOS pauses video when the app goes to the background; a pause this soon after it was not the viewer's. */
export function isBackgroundPause() {
  return native().isIos && performance.now() - inactiveAt < resumeWindowMs;
}
