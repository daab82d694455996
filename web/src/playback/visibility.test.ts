import { afterEach, expect, it, vi } from 'vitest';
import { installNative, type Native, native } from '../native.ts';
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

it('tells at once, and at each change until it is stopped', () => {
  const told = vi.fn();
  const stop = watchVisibility(told);
  hide(true);
  hide(false);
  stop();
  hide(true);
  expect(told.mock.calls).toEqual([[true], [false], [true]]);
});

it('counts a video in picture-in-picture as seen, whatever its page does', () => {
  const told = vi.fn();
  const stop = watchVisibility(told);
  Object.assign(document, { pictureInPictureElement: document.createElement('video') });
  hide(true);
  expect(told).toHaveBeenLastCalledWith(true);
  Object.assign(document, { pictureInPictureElement: null });
  document.dispatchEvent(new Event('leavepictureinpicture'));
  expect(told).toHaveBeenLastCalledWith(false);
  stop();
  hide(false);
});

it('follows the native app into the background', () => {
  let setActive: (isActive: boolean) => void = () => {};
  installNative({
    isNative: true,
    isIos: true,
    onActiveChange: (callback) => {
      setActive = callback;
      return () => {};
    },
  });
  hide(false);
  const told = vi.fn();
  watchVisibility(told);
  setActive(false);
  expect(told).toHaveBeenLastCalledWith(false);
  setActive(true);
  expect(told).toHaveBeenLastCalledWith(true);
});
