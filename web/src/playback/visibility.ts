import { native } from '../native.ts';

/** A video in picture-in-picture is still watched, whatever its page does. */
function isVisible() {
  return document.visibilityState === 'visible' || Boolean(document.pictureInPictureElement);
}

/** Tells now, and at each change, whether the viewer can see the page; returns how to stop. */
export function watchVisibility(callback: (isVisible: boolean) => void) {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let isAppActive = true;
  const tell = () => callback(isAppActive && isVisible());
  document.addEventListener('visibilitychange', tell, options);
  document.addEventListener('enterpictureinpicture', tell, options);
  document.addEventListener('leavepictureinpicture', tell, options);
  const stopNative = native().onActiveChange((isActive) => {
    isAppActive = isActive;
    tell();
  });
  tell();
  return () => {
    listening.abort();
    stopNative();
  };
}
