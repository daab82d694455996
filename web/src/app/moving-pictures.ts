/**
 * The picture of an event moves from its card to its poster and to the stage, and back, so that the eye sees where it went
 * (docs/product.md, 41.12 to 41.14). Elements with `data-picture`, the slug of the event, take part; what lies over a
 * poster has `data-over-picture`. A navigation without a picture that both pages show is not touched.
 * Around the updates of the router, not `viewTransition` on each link: that knows neither reduced motion nor a
 * hidden page, waits for React's own pace, and moves every link. The price: an update with a motion is drawn in one
 * piece.
 */
import './moving-pictures.css';
import { isWatchPage } from '../paths.ts';
import type { passage, RouterUpdate } from './browser-router.ts';

/** A browser that takes longer to keep its old picture goes without the motion. */
const longestWaitMs = 400;

const reducedMotion = '(prefers-reduced-motion: reduce)';

/** @param way of the updates of the router, which this joins. */
export function movePictures(way: typeof passage) {
  if (!('startViewTransition' in document)) return;
  let shownPath = window.location.pathname;
  /** The update that is shown with the next frame. Another one that comes before takes its place. */
  let waiting: RouterUpdate | null = null;
  let isShownByBrowser = false;
  let current: ViewTransition | undefined;

  // A swipe back has the motion of the browser.
  const onPopState = (event: PopStateEvent) => {
    isShownByBrowser = event.hasUAVisualTransition === true;
  };
  window.addEventListener('popstate', onPopState, true);

  function tell([state, options]: RouterUpdate, flushSync = options.flushSync) {
    shownPath = state.location.pathname;
    way.tell(state, { ...options, flushSync });
  }

  way.pass = (...update) => {
    if (waiting) {
      const newErrors = update[1].newErrors ?? waiting[1].newErrors;
      waiting = [update[0], { ...update[1], newErrors }];
      return;
    }
    const path = update[0].location.pathname;
    const isMotionWanted = path !== shownPath && !isShownByBrowser;
    if (path !== shownPath) isShownByBrowser = false;
    const slug = isMotionWanted && mayMove() ? nameBefore(shownPath, path) : undefined;
    if (!slug) return tell(update);
    const from = shownPath;
    waiting = update;
    const transition = startTransition(() => {
      const last = waiting ?? update;
      waiting = null;
      tell(last, true);
      if (!nameAfter(slug, from)) transition?.skipTransition();
    });
    if (!transition) {
      waiting = null;
      return tell(update);
    }
    current = transition;
    const timer = setTimeout(() => transition.skipTransition(), longestWaitMs);
    transition.updateCallbackDone.finally(() => clearTimeout(timer)).catch(() => {});
    // It is skipped when the page is hidden and when the next one begins.
    transition.ready.catch(() => {});
    const end = () => {
      // The next one has given the names anew.
      if (current === transition) takeNamesBack();
    };
    transition.finished.then(end, end);
  };
}

/** A browser that refuses the motion still shows the page. */
function startTransition(show: () => void): ViewTransition | undefined {
  try {
    return document.startViewTransition(show);
  } catch {
    return undefined;
  }
}

function mayMove() {
  return document.visibilityState === 'visible' && !window.matchMedia(reducedMotion).matches;
}

/** Names what takes part of the page that is left. @returns the slug of the event, if the page shows its picture. */
function nameBefore(from: string, to: string): string | undefined {
  const slug = [slugIn(to), slugIn(from)].find((each) => each && findPicture(each, isWatchPage(to)));
  if (!slug) return undefined;
  takeNamesBack();
  give(findPicture(slug, isWatchPage(to)), 'event-picture');
  return slug;
}

/** Names what takes part of the next page. @returns false when it does not show the picture. */
function nameAfter(slug: string, from: string): boolean {
  takeNamesBack();
  const picture = findPicture(slug, isWatchPage(from));
  if (!picture) return false;
  give(picture, 'event-picture');
  // The words stay above the picture on its way.
  give(document.querySelector('[data-over-picture]'), 'words-over-picture');
  return true;
}

/**
 * What has a name takes no press while it moves, so nothing else has one, and the page itself has none either. Two elements
 * with one name would stop the transition, so a name is on one element at a time.
 */
const named: HTMLElement[] = [];

function give(element: HTMLElement | null | undefined, name: string) {
  if (!element) return;
  element.style.viewTransitionName = name;
  named.push(element);
}

function takeNamesBack() {
  for (const element of named.splice(0)) element.style.viewTransitionName = '';
}

/** The slug of an event, also in the path of its watch pages. A slug has no sign that an address would escape. */
function slugIn(path: string): string | undefined {
  return /^\/competitions\/([^/]+)/.exec(path)?.[1];
}

/** @param isOfVideo The video in the corner takes part, where there is one; otherwise it stays in its corner. */
function findPicture(slug: string, isOfVideo: boolean): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-picture]')].filter(
    (element) => element.dataset.picture === slug && isInView(element),
  );
  const inCorner = (element: Element) => element.closest('[data-mini-player]') !== null;
  const pressed = document.activeElement?.closest('article, li, section');
  const candidates = all.filter((element) => !inCorner(element));
  return (
    (isOfVideo ? all.find(inCorner) : undefined) ??
    candidates.find((element) => pressed?.contains(element)) ??
    candidates[0]
  );
}

function isInView(element: Element) {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const isOnScreen = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
  return isOnScreen && width > 0 && height > 0;
}
