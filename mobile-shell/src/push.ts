/**
 * Notifications of the system, behind the switch "On this device" of the client. The system gives a *token*, under which
 * Apple's or Google's service knows this installation; the server has it while the switch is on. The vault remembers for
 * whom it is on, so that the next start can renew the token, and that no other account inherits it. A registration that
 * nobody owns any more is taken back; the vault remembers that too, until there is a network for it.
 */
import { Capacitor } from '@capacitor/core';
import { type PushNotificationSchema, PushNotifications } from '@capacitor/push-notifications';
import type { paths } from '@ringside/openapi/schema';
import type { NativePush } from '../../web/src/native.ts';
import { readReminder } from '../../web/src/offline/push.ts';
import { customScheme } from './links.ts';
import { hasNativePlugin } from './plugins.ts';
import type { TokenStore } from './tokens.ts';
import type { Vault } from './vault.ts';

const path = '/api/v1/reminders/push/app' satisfies keyof paths;
/** `server/src/reminders/push/fcm-sender.ts` names it. */
const channel = { id: 'reminders', name: 'Reminders', importance: 4 } as const;
/** A system that answers later has no network. */
const tokenWithinMs = 10_000;

interface Parts {
  origin: string;
  vault: Vault;
  tokens: TokenStore;
  /** Adds the access token. */
  call: (request: Request) => Promise<Response>;
  isIos: boolean;
  /** Opens the page of a link of this app. */
  openLink: (link: string) => void;
  /** Shows a message that comes while the app is open: the system does not then. */
  show: (notice: { id: string; title: string; body: string; open: () => void }) => void;
}

/** @returns undefined in an app that was built without its parts: to ask Android's would end the app. */
export async function createPush({ origin, vault, tokens, call, isIos, openLink, show }: Parts) {
  if (!hasNativePlugin('PushNotifications') || !(isIos || hasFirebase())) return undefined;
  const service = isIos ? 'apns' : 'fcm';
  let { owner, isLeft } = markIn(await vault.read('push'));
  let waiting: Array<(token: string | undefined) => void> = [];

  await PushNotifications.addListener('registration', ({ value }) => {
    // Apple's plugin writes it in capital letters, the server in small ones.
    const token = isIos ? value.toLowerCase() : value;
    if (waiting.length > 0) return settle(token);
    // The system has renewed it by itself.
    if (isOn()) void store(token).catch(() => {});
  });
  await PushNotifications.addListener('registrationError', () => settle(undefined));
  await PushNotifications.addListener('pushNotificationReceived', (received) => {
    // Of an account whose registration could not be taken back yet.
    if (!isOn()) return;
    const { tag, title, body, path: page } = reminderOf(received);
    show({ id: tag, title, body, open: () => openPage(page) });
  });
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
    if (actionId === 'tap') openPage(reminderOf(notification).path);
  });

  function openPage(page: string) {
    openLink(`${customScheme}://app${page}`);
  }

  function settle(token: string | undefined) {
    for (const resolve of waiting) resolve(token);
    waiting = [];
  }

  const isOn = () => owner !== undefined && owner === tokens.subject();

  /** @returns undefined when the system gives none now. */
  async function findToken(): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      // What comes later is a renewal.
      waiting = waiting.filter((other) => other !== resolve);
      resolve(undefined);
    }, tokenWithinMs);
    await PushNotifications.register().catch(() => settle(undefined));
    return promise.finally(() => clearTimeout(timer));
  }

  async function store(token: string) {
    const body = JSON.stringify({ service, token });
    const headers = { 'content-type': 'application/json' };
    await call(new Request(new URL(path, origin), { method: 'PUT', headers, body }));
  }

  async function remember(next: Mark) {
    ({ owner, isLeft } = next);
    const isNothing = owner === undefined && !isLeft;
    await (isNothing ? vault.remove('push') : vault.write('push', next)).catch(() => {});
  }

  async function leave() {
    if (owner !== undefined) await remember({ isLeft: true });
    await takeBack();
  }

  /** Also what is on its way to the account before does not appear any more. */
  async function takeBack() {
    if (!isLeft) return;
    await PushNotifications.unregister().catch(() => {});
    await PushNotifications.removeAllDeliveredNotifications().catch(() => {});
    // Google's service forgets a token only with a network, and its plugin does not say whether it has.
    if (isLeft && navigator.onLine) await remember({ isLeft: false });
  }
  window.addEventListener('online', () => void takeBack());

  const permission = async () => (await PushNotifications.checkPermissions()).receive;

  return {
    /** For the client. */
    adapter: {
      service,
      async read() {
        const receive = await permission();
        if (receive === 'denied') return { support: 'blocked', endpoint: null };
        const isPossible = receive === 'granted' && isOn();
        return { support: 'possible', endpoint: isPossible ? ((await findToken()) ?? null) : null };
      },
      ask: async () => (await PushNotifications.requestPermissions()).receive === 'granted',
      async subscribe() {
        if (!isIos) await PushNotifications.createChannel(channel).catch(() => {});
        const subject = tokens.subject();
        const token = await findToken();
        // Somebody else has signed in meanwhile.
        if (token === undefined || subject !== tokens.subject()) return undefined;
        await remember({ owner: subject, isLeft: false });
        return { service, token };
      },
      unsubscribe: leave,
    } satisfies NativePush,

    /** When the app has started and when somebody has signed in: token and session may be others, or nobody is signed in. */
    async renew() {
      if (isLeft || (owner !== undefined && !isOn())) return leave();
      if (!isOn() || (await permission()) !== 'granted') return;
      const token = await findToken();
      if (token !== undefined && isOn()) await store(token);
    },

    /** Nobody is signed in any more. */
    leave,
  };
}

/** The page of the app says so, because a plugin cannot tell: `web/build/native-page.ts` looks for the file. */
function hasFirebase() {
  return (
    Capacitor.getPlatform() === 'android' && document.querySelector('meta[name="ringside-firebase"]') !== null
  );
}

/** What comes by a push service is checked as in a browser: it leads to the page of an event, or to the home page. */
function reminderOf({ title, data }: PushNotificationSchema) {
  const { slug, startDate, boutId, notice, startsAt, eventName } = Object(data) as Record<string, unknown>;
  const bout = { id: boutId, name: title ?? '', notice, startsAt };
  const name = eventName ?? title ?? '';
  return readReminder(JSON.stringify({ name, slug, startDate, bout }), Date.now());
}

interface Mark {
  /** For whom the switch is on. */
  owner?: string | undefined;
  /** The registration is still to be taken back. */
  isLeft: boolean;
}

function markIn(stored: unknown): Mark {
  const { owner, isLeft } = Object(stored) as { owner?: unknown; isLeft?: unknown };
  return { owner: typeof owner === 'string' ? owner : undefined, isLeft: isLeft === true };
}
