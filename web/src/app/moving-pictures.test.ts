/** docs/product.md, 41.12 and 41.13. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { passage, RouterUpdate } from './browser-router.ts';
import { movePictures } from './moving-pictures.ts';

const told: string[] = [];
let frame: (() => void) | undefined;
let wantsLess = false;
const skipTransition = vi.fn();
let pictures: string[] = [];

const draw = () => {
  document.body.innerHTML = pictures.map((slug) => `<p data-picture="${slug}"></p>`).join('');
};

/** The page shows other pictures with the next update. */
const tell: (typeof passage)['tell'] = (state) => {
  told.push(state.location.pathname);
  draw();
};
const way = { tell, pass: tell };

const go = (pathname: string) =>
  way.pass({ location: { pathname } } as RouterUpdate[0], { newErrors: null } as RouterUpdate[1]);

const names = () =>
  [...document.querySelectorAll<HTMLElement>('p')].map(({ style }) => style.viewTransitionName);

beforeEach(() => {
  told.length = 0;
  frame = undefined;
  wantsLess = false;
  skipTransition.mockClear();
  pictures = ['gala', 'rumble'];
  draw();
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: wantsLess }) as MediaQueryList);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 160, 90));
  Object.assign(document, {
    startViewTransition: (update: () => void) => {
      frame = update;
      const [updateCallbackDone, finished] = [Promise.resolve(), new Promise(() => {})];
      const ready = Promise.reject(new DOMException('hidden', 'AbortError'));
      return { updateCallbackDone, finished, ready, skipTransition };
    },
  });
  window.history.replaceState(null, '', '/schedule');
  movePictures(way);
});
afterEach(() => {
  way.pass = tell;
  Reflect.deleteProperty(document, 'startViewTransition');
});

it('names the one picture that both pages show', () => {
  go('/competitions/rumble');
  expect([told, names()]).toEqual([[], ['', 'event-picture']]);
  pictures = ['rumble', 'gala'];
  frame?.();
  expect([told, names()]).toEqual([['/competitions/rumble'], ['event-picture', '']]);
  expect(skipTransition).not.toHaveBeenCalled();
});

it('goes back to the picture of the page that is left', () => {
  pictures = ['gala'];
  go('/competitions/gala/main-card');
  frame?.();
  frame = undefined;
  pictures = ['rumble', 'gala'];
  go('/replays');
  (frame as unknown as () => void)();
  expect(names()).toEqual(['', 'event-picture']);
});

it('shows the newest of several updates, once', () => {
  go('/competitions/rumble');
  go('/replays');
  frame?.();
  expect(told).toEqual(['/replays']);
});

it('does without the motion when the next page has no such picture', () => {
  pictures = [];
  go('/competitions/rumble');
  pictures = ['gala'];
  frame?.();
  expect(skipTransition).toHaveBeenCalledOnce();
  expect(names()).toEqual(['']);
});

it.each([
  [
    'for a viewer who wants less motion',
    () => {
      wantsLess = true;
    },
    '/competitions/rumble',
  ],
  [
    'in a page that is hidden',
    () => void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'),
    '/competitions/rumble',
  ],
  [
    'after a swipe, which the browser has shown',
    () =>
      void window.dispatchEvent(
        Object.assign(new PopStateEvent('popstate'), { hasUAVisualTransition: true }),
      ),
    '/competitions/rumble',
  ],
  ['on the same page', () => {}, '/schedule'],
  ['without a picture of that event', () => {}, '/competitions/other'],
  [
    'with a picture out of sight',
    () =>
      void vi
        .spyOn(Element.prototype, 'getBoundingClientRect')
        .mockReturnValue(new DOMRect(0, -200, 160, 90)),
    '/competitions/rumble',
  ],
])('shows the page at once %s', (_, arrange, path) => {
  arrange();
  go(path);
  expect([told, frame]).toEqual([[path], undefined]);
});
