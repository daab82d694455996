import { native } from '../../native.ts';

/** A video in picture-in-picture is visible even when its page is hidden. */
function isVisible() {
  return document.visibilityState === 'visible' || Boolean(document.pictureInPictureElement);
}

/** Reports now and at each change whether the viewer can see the video; returns a function that stops it. */
export function watchVisibility(callback: (isVisible: boolean) => void) {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let isAppActive = true;
  const report = () => callback(isAppActive && isVisible());
  document.addEventListener('visibilitychange', report, options);
  document.addEventListener('enterpictureinpicture', report, options);
  document.addEventListener('leavepictureinpicture', report, options);
  const stopNative = native().onActiveChange((isActive) => {
    isAppActive = isActive;
    report();
  });
  report();
  return () => {
    listening.abort();
    stopNative();
  };
}
