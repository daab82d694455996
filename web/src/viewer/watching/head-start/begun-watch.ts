/** The watch of the page that this tab has opened. The script of the head begins it, or else this module; nobody begins it twice. */
import { api } from '../../../api/client.ts';
import { noteServerTime } from '../../../clock.ts';
import { session } from '../../../identity/sessions/current-session.ts';
import { beginWatch, type FirstWatch } from './first-watch.ts';

declare global {
  interface Window {
    /** What `head-script.ts` has begun; undefined when it has not: no token, or the native shell. */
    begunWatch?: Promise<FirstWatch> | null;
    /** The headers of the answer to it, also of a refusal, and when they came. */
    firstAnswer?: { headers: Headers; cameAt: number };
  }
}

let begun: Promise<FirstWatch> | null | undefined;

/**
 * Call it when the page is seen.
 * @returns null when the page needs a sign-in or a new token first, or is no watch page. Rejects with the problem, or
 * without a network.
 */
export function begunWatch(location: Location): Promise<FirstWatch> | null {
  begun ??= begin(location);
  return begun;
}

function begin(location: Location) {
  // Another tab may have signed out since the script of the head ran.
  if (!session.read().isLoggedIn) return null;
  if (window.begunWatch) return adopt(window.begunWatch);
  return session.isAccessTokenExpired() ? null : beginWatch(location, api);
}

function adopt(watch: Promise<FirstWatch>) {
  watch.catch(() => {}).finally(noteTime);
  return watch;
}

function noteTime() {
  const { firstAnswer } = window;
  if (firstAnswer) noteServerTime(firstAnswer.headers, firstAnswer.cameAt);
}
