/** Opens the pages that links from outside name, also the link that has started the app. */
import { App } from '@capacitor/app';
import { readLink } from './links.ts';

interface Parts {
  origin: string;
  /** @returns the path to go on at, if the answer is one to this app. */
  finishSignIn: (answer: URLSearchParams) => Promise<string | undefined>;
  closeBrowser: () => Promise<unknown>;
}

/** In the storage of this run: a reload of the page must not follow the link of the start once more. */
const followedKey = 'ringside-launch-followed';

/**
 * Resolves when the address of the window is that of the page whose link has started the app. A sign-in asks the server
 * first, so it opens its page later.
 */
export async function followLinks({ origin, finishSignIn, closeBrowser }: Parts) {
  let open = replaceAddress;

  /** Some systems report the link of a start twice: a page that is open stays, and a sign-in is finished once. */
  function follow(text: string) {
    const link = readLink(text, origin);
    if (link?.kind === 'sign-in') return void finishSignIn(link.answer).then(show, () => {});
    if (!link) return;
    // The link may come from there, as that of a payment page. On iOS it would stay in front.
    void closeBrowser();
    show(link.path);
  }

  function show(path: string | undefined) {
    if (path !== undefined && path !== currentPath()) open(path);
  }

  const launch = await App.getLaunchUrl();
  const isFirst = sessionStorage.getItem(followedKey) === null;
  sessionStorage.setItem(followedKey, '1');
  if (launch && isFirst) follow(launch.url);
  await App.addListener('appUrlOpen', ({ url }) => follow(url));
  return {
    /** Opens a page as a link from outside does. */
    follow,
    onOpen(listener: (path: string) => void) {
      open = listener;
    },
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
