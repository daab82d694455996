/**
 * The only access to the native shell. A browser gets defaults that do nothing; the shell replaces them at start by
 * `installNative`, so that no area imports Capacitor.
 */
export interface Native {
  isNative: boolean;
  /** iOS pauses the video when the app goes to the background (docs/product.md, 16.12). */
  isIos: boolean;
  /** Calls back with false when the app becomes inactive and true when it is active again. */
  onActiveChange: (callback: (isActive: boolean) => void) => () => void;
  /** Calls back when the app has gone to the background. A call over it or Siri only makes it inactive. */
  onBackground: (callback: () => void) => () => void;
  /** Sends a call to the API; the shell adds the access token. */
  fetch: (request: Request) => Promise<Response>;
  /** Where the tokens are when they are in no cookie. */
  session?: NativeSession;
  /** Keeps the screen on until it is called with false; a browser has its own way. */
  keepAwake?: (isNeeded: boolean) => void;
  /** Goes to a page of another site. */
  leaveTo: (url: string) => void;
  /** Signs in at a provider outside of this window; without it this window goes there. */
  signInAt?: (provider: ProviderVisit) => Promise<void>;
  /** Notifications of the system; an app that was built without them has none. */
  push?: NativePush;
  /** Calls back with a path of the client when something outside opens one. */
  onOpen: (open: (path: string) => void) => void;
}

/** The shell keeps the tokens; what the client may know of them has the words of its cookies. */
interface NativeSession {
  /** As `document.cookie` gives the readable cookies of a session. */
  readCookies: () => string;
  forget: () => void;
  /** Calls back when somebody has signed in outside of this window. */
  onSignIn: (callback: () => void) => void;
}

/** The same as a browser's Web Push, by the service of the system. */
export interface NativePush {
  service: 'apns' | 'fcm';
  /** `blocked`: only the settings of the device change that. `endpoint`: the token while it is on. */
  read: () => Promise<{ support: 'blocked' | 'possible'; endpoint: string | null }>;
  /** Asks the person. @returns whether they allow it. */
  ask: () => Promise<boolean>;
  /** @returns undefined when the system gives no token now. */
  subscribe: () => Promise<{ service: 'apns' | 'fcm'; token: string } | undefined>;
  unsubscribe: () => Promise<void>;
}

export interface ProviderVisit {
  code: string;
  /** The path to come back to. */
  returnTo: string;
  isFresh: boolean;
}

const browser: Native = {
  isNative: false,
  isIos: false,
  onActiveChange: () => () => {},
  onBackground: () => () => {},
  fetch: (request) => globalThis.fetch(request),
  leaveTo: (url) => window.location.assign(url),
  onOpen: () => {},
};
let current = browser;

export function native(): Native {
  return current;
}

export function installNative(shell: Native) {
  current = shell;
}
