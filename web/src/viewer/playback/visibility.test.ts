import { afterEach, expect, it, vi } from 'vitest';
import { installNative, type Native, native } from '../../native.ts';
import { watchVisibility } from './visibility.ts';

const browser: Native = native();
afterEach(() => {
  installNative(browser);
  Object.assign(document, { pictureInPictureElement: null });
});

function hide(isHidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

it('reports at once and at each change until it is stopped', () => {
  const callback = vi.fn();
  const stop = watchVisibility(callback);
  hide(true);
  hide(false);
  stop();
  hide(true);
  expect(callback.mock.calls).toEqual([[true], [false], [true]]);
});

it('counts a video in picture-in-picture as visible, even in a hidden page', () => {
  const callback = vi.fn();
  const stop = watchVisibility(callback);
  Object.assign(document, { pictureInPictureElement: document.createElement('video') });
  hide(true);
  expect(callback).toHaveBeenLastCalledWith(true);
  Object.assign(document, { pictureInPictureElement: null });
  document.dispatchEvent(new Event('leavepictureinpicture'));
  expect(callback).toHaveBeenLastCalledWith(false);
  stop();
  hide(false);
});

it('follows the native app into the background', () => {
  let setActive: (isActive: boolean) => void = () => {};
  installNative({
    ...browser,
    isNative: true,
    isIos: true,
    onActiveChange: (callback) => {
      setActive = callback;
      return () => {};
    },
  });
  hide(false);
  const callback = vi.fn();
  watchVisibility(callback);
  setActive(false);
  expect(callback).toHaveBeenLastCalledWith(false);
  setActive(true);
  expect(callback).toHaveBeenLastCalledWith(true);
});
