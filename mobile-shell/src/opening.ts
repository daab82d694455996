/** Opens the pages that links from outside name, also the link that has started the app. */
import { App } from '@capacitor/app';
import { readLink } from './links.ts';

interface Parts {
  origin: string;
  /** @returns the path to go on at, if the answer is one to this app. */
  finishSignIn: (answer: URLSearchParams) => Promise<string | undefined>;
}

/** In the storage of this run: a reload of the page must not follow the link of the start once more. */
const followedKey = 'ringside-launch-followed';

/** Resolves when the address of the window is that of the link which has started the app. */
export async function followLinks({ origin, finishSignIn }: Parts) {
  let open = replaceAddress;

  /** Some systems report the link of a start twice: a page that is open stays, and a sign-in is finished once. */
  async function follow(text: string) {
    const link = readLink(text, origin);
    if (!link) return;
    const path = link.kind === 'page' ? link.path : await finishSignIn(link.answer);
    if (path !== undefined && path !== currentPath()) open(path);
  }

  const launch = await App.getLaunchUrl();
  const isFirst = sessionStorage.getItem(followedKey) === null;
  sessionStorage.setItem(followedKey, '1');
  if (launch && isFirst) await follow(launch.url);
  await App.addListener('appUrlOpen', ({ url }) => void follow(url));
  return (listener: (path: string) => void) => {
    open = listener;
  };
}

function currentPath() {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

/** Before the client has started. */
function replaceAddress(path: string) {
  window.history.replaceState(null, '', path);
}
